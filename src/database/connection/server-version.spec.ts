import { parseServerVersion } from './server-version.js';

describe('a server version', () => {
  it.each<[string, 'mysql' | 'mariadb', boolean]>([
    ['9.7.4', 'mysql', true],
    ['8.4.0', 'mysql', true],
    ['8.4.3-0ubuntu0.24.04.1', 'mysql', true],
    ['8.3.9', 'mysql', false],
    ['8.0.44', 'mysql', false],
    ['8.0.mysql_aurora.3.08.0', 'mysql', false],
    ['5.7.44-log', 'mysql', false],
    ['10.11.19-MariaDB-0+deb12u1', 'mariadb', true],
    ['11.4.2-MariaDB', 'mariadb', true],
    ['5.5.5-10.11.6-MariaDB', 'mariadb', true],
    ['10.6.18-MariaDB', 'mariadb', false],
    ['5.5.5-10.6.18-MariaDB', 'mariadb', false],
    ['something else', 'mysql', false],
    ['', 'mysql', false],
  ])('"%s" is of the family %s; supported: %s', (text, family, supported) => {
    expect(parseServerVersion(text)).toEqual({ family, text, supported });
  });
});
