import { readConfig } from './environment.js';
import { PublicUrl } from './public-url.js';

describe('where callers reach the service', () => {
  it.each<[Record<string, string>, number | undefined, string]>([
    [{}, undefined, 'http://localhost:3000'],
    [{}, 3000, 'http://localhost:3000'],
    [{ PORT: '8080' }, 8080, 'http://localhost:8080'],
    [{ PORT: '0' }, 40123, 'http://localhost:40123'],
    [{ PORT: '0', HOST: '0.0.0.0' }, 40123, 'http://localhost:40123'],
    [{ HOST: '::1' }, 3000, 'http://localhost:3000'],
    [{ HOST: '192.0.2.7' }, 3000, 'http://192.0.2.7:3000'],
    [{ HOST: '2001:db8::7' }, 3000, 'http://[2001:db8::7]:3000'],
    [{ PUBLIC_URL: 'https://api.example.edu/', PORT: '8080' }, 8080, 'https://api.example.edu'],
  ])('with %j, listening on %s, is %s', (env, port, expected) => {
    const publicUrl = new PublicUrl(readConfig(env));
    if (port !== undefined) publicUrl.listensOn(port);
    expect(publicUrl.value).toBe(expected);
  });

  it('is what another process was found at, unless PUBLIC_URL says otherwise', () => {
    const found = (env: Record<string, string>): string => {
      const publicUrl = new PublicUrl(readConfig(env));
      publicUrl.isAt('http://localhost:8080');
      return publicUrl.value;
    };
    expect(found({})).toBe('http://localhost:8080');
    expect(found({ PUBLIC_URL: 'https://api.example.edu' })).toBe('https://api.example.edu');
  });
});
