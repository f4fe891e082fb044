import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { RateWindowsRepository } from './rate-windows.repository.js';
import { WINDOW_MS } from './window-store.js';

/** Deletes windows that ended more than a minute ago. */
@Injectable()
export class RateWindowsSweep {
  constructor(background: Background, unitOfWork: UnitOfWork, windows: RateWindowsRepository) {
    const work = background.one('rate-windows-sweep', {
      run: () =>
        work.deleteInPieces((most) =>
          unitOfWork.run((transaction) => windows.deleteEnded(transaction, WINDOW_MS, most)),
        ),
    });
  }
}
