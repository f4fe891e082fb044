/** Reviews of other systems, as CloudEvents (scope `workflow`). A repeated event has no effect. */
export class Events {
    constructor(transport) {
        this.transport = transport;
    }
    send(event, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/workflow/events',
            body: event,
            contentType: 'application/cloudevents+json',
        }, options);
    }
    /**
     * An event in the bytes of its sender, which may be none: the service says what is wrong with it.
     * @param contentType that the sender has given them
     */
    forward(bytes, contentType, options) {
        return this.transport.call({ method: 'POST', url: '/api/v1/workflow/events', bytes, contentType }, options);
    }
    /** At most 1,000 events; one result for each, in order. One that is refused stops no other. */
    sendBatch(events, options) {
        return this.transport.call({
            method: 'POST',
            url: '/api/v1/workflow/events',
            body: [...events],
            contentType: 'application/cloudevents-batch+json',
        }, options);
    }
}
//# sourceMappingURL=events.js.map