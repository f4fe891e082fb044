import { AggregatorRegistry } from 'prom-client';

import type { Measurements } from '../metrics/metrics.service.js';

function onlyGrows(metric: object): boolean {
  return 'type' in metric && (metric.type === 'counter' || metric.type === 'histogram');
}

/**
 * What ended workers have counted. Without it a total would fall when a worker goes, and a rate computed from it would
 * take the whole rest for new. What is true of a living process only, such as its memory, goes with it.
 */
export async function remember(past: Measurements, ended: Measurements): Promise<Measurements> {
  return AggregatorRegistry.aggregate([past, ended.filter(onlyGrows)]).getMetricsAsJSON();
}
