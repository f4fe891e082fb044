import { newWebhookSecret, webhookHeaders } from './webhook-signature.js';

describe('the signature of a message', () => {
  it('is that of the Standard Webhooks for their example', () => {
    // https://github.com/standard-webhooks/standard-webhooks, the example of its libraries
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const content = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    };
    expect(webhookHeaders(content, secret)).toEqual({
      'webhook-id': content.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is missing without a secret', () => {
    expect(Object.keys(webhookHeaders({ id: 'a', at: new Date(0), body: '' }, undefined))).toEqual([
      'webhook-id',
      'webhook-timestamp',
    ]);
  });

  it('has a new secret of 256 bits each time', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });
});
