import type { OpenAPIObject } from '@nestjs/swagger';

/** One event in the JSON format of CloudEvents. */
export const CLOUD_EVENT = 'application/cloudevents+json';
/** A list of such events. */
export const CLOUD_EVENTS = 'application/cloudevents-batch+json';

/** Documents that a call which takes an event takes a list of them as well. */
export function addBatches({ paths }: OpenAPIObject): void {
  for (const { post } of Object.values(paths)) {
    const body = post?.requestBody;
    if (body === undefined || '$ref' in body) continue;
    const one = body.content[CLOUD_EVENT];
    if (one?.schema === undefined) continue;
    const example: unknown = one.example;
    body.content[CLOUD_EVENTS] = { schema: { type: 'array', items: one.schema }, example: [example] };
  }
}
