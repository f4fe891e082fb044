import { webhookBody, type WebhookContent } from './webhook-bodies.js';

function slackText(facts: string): string {
  const content: WebhookContent = {
    id: 'am_1',
    state: 'test',
    incident: null,
    tenant: { id: 't1', name: 'Northern University' },
    text: {
      subject: 'A connector is silent',
      text: '',
      paragraphs: [facts],
      links: [{ name: 'Queue', address: 'https://api.example.edu/admin/#/queue?a=1&b=2' }],
    },
  };
  const { text } = JSON.parse(webhookBody('slack', content)) as { text: string };
  return text;
}

describe('a message for Slack', () => {
  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['@all', '@\u200Ball'],
    ['[Log in](https://x.example)', '[Log in]\u200B(https://\u200Bx.example)'],
    ['![](https://x.example/1.png)', '![]\u200B(https://\u200Bx.example/1.png)'],
    ['Ann & Bo', 'Ann &amp; Bo'],
  ])('has %j in a text without links, pictures and mentions', (facts, shown) => {
    const [, paragraph] = slackText(facts).split('\n');
    expect(paragraph).toBe(shown);
  });

  it('has the links of the service as they are', () => {
    expect(slackText('').split('\n').at(-1)).toBe('Queue: https://api.example.edu/admin/#/queue?a=1&amp;b=2');
  });
});
