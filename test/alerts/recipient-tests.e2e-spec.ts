import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { letPass } from '../support/clock.js';
import { keepSecrets } from '../support/evidence.js';
import { subjectOf, TestMailServer } from '../support/mail-server.js';
import { TestService, type TestTenant } from '../support/service.js';
import { Tester } from '../sandbox/support.js';

/** Longer than a test may take. */
const TOO_LONG_MS = 21_000;

let mail: TestMailServer;
let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let browser: Pick<Browser, 'api'>;
let recipient: string;
/** What happens when the mail server is given a message. */
let onMail: () => void;

beforeAll(async () => {
  mail = await TestMailServer.start({
    onMailFrom: (_address, _session, done) => {
      onMail();
      done();
    },
  });
  service = await TestService.start({ SMTP_URL: mail.url(), SMTP_FROM: 'alerts@operator.example.edu' });
  admins = new Administrators(service);
});

beforeEach(async () => {
  onMail = () => undefined;
  tenant = await service.tenant();
  browser = await admins.open(tenant);
  recipient = address('it');
});

afterAll(async () => {
  await service.stop();
  await mail.stop();
});

function address(name: string): string {
  const made = `${name}@${tenant.tenantId}.example.edu`;
  keepSecrets('e-mail address', [made]);
  return made;
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, place) => address(`it${place}`));
}

function tryAll(recipients: unknown): Promise<Answer<Body>> {
  return browser.api.post('/alerts/test', { recipients });
}

/** What became of each recipient, in the order of the call. */
async function problems(recipients: readonly string[]): Promise<unknown[]> {
  const answer = await tryAll(recipients);
  expect(answer.status).toBe(200);
  return rowsOf(answer).map(({ problem }) => problem);
}

function mailsTo(to: string): string[] {
  return mail.mails.filter((one) => one.to.includes(to)).map(subjectOf);
}

async function recorded(): Promise<Row[]> {
  return rowsOf(await browser.api.get('/audit?action=alerts.test-sent'));
}

describe('a test of the recipients', () => {
  it('is sent to those in the call, saved or not, and says what the mail server answered of each', async () => {
    const [ann, gone] = [address('ann'), address('gone')];
    mail.refused.set(gone, 550);
    const { status, body } = await tryAll([ann, gone, ann.toUpperCase()]);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { recipient: ann.toUpperCase(), taken: true, problem: null },
      { recipient: gone, taken: false, problem: 'The mail server refused the recipient (550).' },
    ]);
    const sent = mail.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === ann));
    expect(sent.map(subjectOf)).toEqual(['[Test University] Test of alerts']);
    const [entry] = await recorded();
    expect(entry).toMatchObject({ after: { recipients: [ann.toUpperCase(), gone] } });
  });

  it('says so when the mail server is away', async () => {
    await mail.goAway();
    const { body } = await tryAll([recipient]);
    await mail.comeBack();
    expect(body.data).toEqual([
      {
        recipient,
        taken: false,
        problem: 'The mail server could not be reached, or closed the connection.',
      },
    ]);
  });

  it('is refused for what is no address, for no one, and beyond six a minute', async () => {
    for (const recipients of [['nowhere'], undefined])
      expect(problemsOf(await tryAll(recipients))).toEqual([400, 'recipients']);
    for (let n = 0; n < 6; n += 1) expect((await tryAll([recipient])).status).toBe(200);
    const refused = await tryAll([recipient]);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    expect(mailsTo(recipient)).toHaveLength(6);
  });

  it('is refused where the operator has set no mail server', async () => {
    const without = await TestService.ofWorker();
    const { api } = await new Administrators(without).open(await without.tenant());
    const refused = await api.post('/alerts/test', { recipients: [recipient] });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
  });

  it('is refused in a sandbox, whose people are made up', async () => {
    const sandbox = await (await Tester.at(service)).make();
    const { api } = await sandbox.pages();
    const sent = mail.mails.length;
    const refused = await api.post('/alerts/test', { recipients: [recipient] });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
    expect(refused.body.message).toMatch(/^A sandbox sends no messages/);
    expect(mail.mails).toHaveLength(sent);
  });

  it('goes to 100 addresses an hour, and says which ones are beyond', async () => {
    const twenty = addresses(20);
    for (let n = 0; n < 4; n += 1) expect(await problems(twenty)).toEqual(Array(20).fill(null));
    await problems(addresses(15));
    const beyond = Array<string>(15).fill('This recipient was not tried: tests go to 100 addresses an hour.');
    expect(await problems(twenty)).toEqual([null, null, null, null, null, ...beyond]);
    expect(mailsTo(address('it0'))).toHaveLength(6);
    expect(mailsTo(address('it5'))).toHaveLength(5);
    expect((await recorded())[0]).toMatchObject({ after: { recipients: twenty.slice(0, 5) } });
  });

  it('is refused when no address is left, and is none of another tenant', async () => {
    const twenty = addresses(20);
    for (let n = 0; n < 5; n += 1) await problems(twenty);
    const refused = await tryAll([recipient]);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
    expect(mailsTo(recipient)).toEqual([]);
    const other = await admins.open(await service.tenant());
    expect((await other.api.post('/alerts/test', { recipients: [recipient] })).status).toBe(200);
  });

  it('is recorded before it is sent', async () => {
    let entries: Promise<Row[]> | undefined;
    onMail = () => {
      entries ??= recorded();
    };
    await tryAll([recipient]);
    expect(await entries).toMatchObject([{ after: { recipients: [recipient] } }]);
  });

  it('does not try those for whom no time is left, and says so', async () => {
    // Four are sent at once, and the time is over when the first of them is there.
    let isOver = false;
    onMail = () => {
      if (!isOver) letPass(TOO_LONG_MS);
      isOver = true;
    };
    const five = addresses(5);
    expect((await problems(five)).slice(4)).toEqual([
      'This recipient was not tried: the mail server took too long with those before.',
    ]);
    expect(mailsTo(address('it4'))).toEqual([]);
  });
});
