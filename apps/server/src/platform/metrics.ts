import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics in base units. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'lectern_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'lectern_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    parseSeconds: new Histogram({
      name: 'lectern_parse_stage_seconds',
      help: 'Time spent in each stage of a parse',
      labelNames: ['stage'],
      buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
      registers: [registry],
    }),
    documentsParsed: new Counter({
      name: 'lectern_documents_parsed_total',
      help: 'Parses that came to an end',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    modelErrors: new Counter({
      name: 'lectern_model_errors_total',
      help: 'Failed model calls',
      labelNames: ['kind'],
      registers: [registry],
    }),
    modelStandIns: new Counter({
      name: 'lectern_model_stand_ins_total',
      help: 'Calls that a second model answered, by what was wrong with the first',
      labelNames: ['kind'],
      registers: [registry],
    }),
    jobs: new Gauge({
      name: 'lectern_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers: [registry],
    }),
    mails: new Gauge({
      name: 'lectern_mails',
      help: 'Mails of the last 30 days by state',
      labelNames: ['state'],
      registers: [registry],
    }),
    orphans: new Gauge({
      name: 'lectern_orphans',
      help: 'Things without an owner that the reconciler found last',
      labelNames: ['kind'],
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
