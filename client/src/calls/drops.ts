import type { DropFolder, DropFolderReport, DropFoldersControllerReportData } from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** Folders of files that are taken by `drops run` (scope `users`). */
export class Drops {
  constructor(private readonly transport: Transport) {}

  /** Says what waits in a folder, which administrators see. */
  report(folder: string, body: DropFolderReport, options?: CallOptions): Promise<Answer<DropFolder>> {
    return this.transport.call<DropFoldersControllerReportData, DropFolder>(
      { method: 'PUT', url: '/api/v1/integration/drops/{folder}', path: { folder }, body },
      options,
    );
  }
}
