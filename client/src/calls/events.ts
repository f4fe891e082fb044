import type { EventResult, ReviewEvent, ReviewEventsControllerReceiveData } from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

interface BatchData extends Omit<ReviewEventsControllerReceiveData, 'body'> {
  body: ReviewEvent[];
}

/** Reviews of other systems, as CloudEvents (scope `workflow`). A repeated event has no effect. */
export class Events {
  constructor(private readonly transport: Transport) {}

  send(event: ReviewEvent, options?: CallOptions): Promise<Answer<EventResult>> {
    return this.transport.call<ReviewEventsControllerReceiveData, EventResult>(
      {
        method: 'POST',
        url: '/api/v1/workflow/events',
        body: event,
        contentType: 'application/cloudevents+json',
      },
      options,
    );
  }

  /**
   * An event in the bytes of its sender, which may be none: the service says what is wrong with it.
   * @param contentType that the sender has given them
   */
  forward(bytes: Uint8Array, contentType: string, options?: CallOptions): Promise<Answer<EventResult>> {
    return this.transport.call<ReviewEventsControllerReceiveData, EventResult>(
      { method: 'POST', url: '/api/v1/workflow/events', bytes, contentType },
      options,
    );
  }

  /** At most 1,000 events; one result for each, in order. One that is refused stops no other. */
  sendBatch(events: readonly ReviewEvent[], options?: CallOptions): Promise<Answer<EventResult[]>> {
    return this.transport.call<BatchData, EventResult[]>(
      {
        method: 'POST',
        url: '/api/v1/workflow/events',
        body: [...events],
        contentType: 'application/cloudevents-batch+json',
      },
      options,
    );
  }
}
