/**
 * Exports traces if OTEL_EXPORTER_OTLP_ENDPOINT is set (https://opentelemetry.io/docs/specs/otel). Otherwise
 * nothing is loaded, and a span costs a function call.
 */
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

const getTracer = () => trace.getTracer('sachet');

/** The context another process needs to continue this trace; empty without a trace. */
export type TraceCarrier = Readonly<Record<string, string>>;

export function injectTrace(): TraceCarrier {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

interface SpanStart {
  readonly name: string;
  readonly kind?: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** A trace to continue in place of the active trace. */
  readonly from?: TraceCarrier;
}

/** Begins a span that `span.end()` ends, and makes it the active one within `work`. */
export function beginSpan<T>(start: SpanStart, work: (span: Span) => T): T {
  const active = context.active();
  const parent: Context = start.from ? propagation.extract(active, start.from) : active;
  const { name, kind = 'INTERNAL', attributes = {} } = start;
  const span = getTracer().startSpan(name, { kind: SpanKind[kind], attributes }, parent);
  return context.with(trace.setSpan(parent, span), () => work(span));
}

/** Marks a span that `beginSpan` began as failed. */
export function failSpan(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs `work` in a span; an error is recorded without its message and thrown again. */
export function inSpan<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  return beginSpan(start, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error)?.name ?? 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

export interface Tracing {
  /** Sends all pending spans. Never throws. */
  close(): Promise<void>;
}

/** `endpoint` is the address of the collector's OTLP over HTTP, without `/v1/traces`. */
export async function startTracing(
  endpoint: string | undefined,
  service: string,
): Promise<Tracing> {
  if (endpoint === undefined) return { close: async () => {} };
  const [sdk, exporter, hooks, core, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url }) }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return { close: () => provider.shutdown().catch(() => {}) };
}
