import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** An SDK of OpenTelemetry that keeps the spans of this process. */
export class KeptSpans {
  private readonly exporter = new InMemorySpanExporter();

  /** Registers the SDK, as an operator does with `--import`. */
  start(): void {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.exporter)] }),
    );
  }

  stop(): void {
    trace.disable();
    context.disable();
  }

  forget(): void {
    this.exporter.reset();
  }

  get all(): readonly ReadableSpan[] {
    return this.exporter.getFinishedSpans();
  }

  named(name: string): readonly ReadableSpan[] {
    return this.all.filter((span) => span.name === name);
  }

  childrenOf(parent: ReadableSpan | undefined): readonly ReadableSpan[] {
    const { spanId } = parent?.spanContext() ?? {};
    return this.all.filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId);
  }
}
