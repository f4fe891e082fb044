import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

import { Background } from '../background/background.js';
import type { TaskReport } from '../background/task.js';

const MS = 1000;

/** What background work does in this process; `by` is who does it, see `background list`. */
@Injectable()
export class BackgroundGauges {
  constructor(background: Background, registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string, valueOf: (task: TaskReport) => number | undefined): void => {
      new Gauge({
        name,
        help,
        labelNames: ['work', 'by'],
        registers,
        collect() {
          for (const task of background.report()) {
            const value = valueOf(task);
            if (value !== undefined) this.set({ work: task.work.name, by: task.work.kind }, value);
          }
        },
      });
    };
    gauge(
      'background_age_seconds',
      'Since background work last ran without a failure here, or since the start of the service',
      ({ ageMs }) => ageMs / MS,
    );
    gauge(
      'background_late_after_seconds',
      'The age from which background work is late',
      ({ work }) => work.lateAfter / MS,
    );
    gauge('background_duration_seconds', 'How long the last run of background work took here', ({ last }) =>
      last === undefined ? undefined : last.durationMs / MS,
    );
    new Counter({
      name: 'background_runs_total',
      help: 'Runs of background work in this process, by their result',
      labelNames: ['work', 'result'],
      registers,
      collect() {
        this.reset();
        for (const { work, runs } of background.report())
          for (const result of ['done', 'failed'] as const)
            this.inc({ work: work.name, result }, runs[result]);
      },
    });
    new Counter({
      name: 'background_rows_lost_total',
      help: 'Rows that waited in a buffer and were never stored',
      labelNames: ['work'],
      registers,
      collect() {
        this.reset();
        for (const [work, rows] of background.lost()) this.inc({ work }, rows);
      },
    });
  }
}
