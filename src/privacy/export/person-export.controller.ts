import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';

import { RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { ApiAdministrationStream } from '../../http/openapi/administration.decorators.js';
import { sendText } from '../../http/server/send-stream.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import { type Scope, whileAdmitted } from '../../tenancy/scope.js';
import { PersonExportService } from './person-export.service.js';

const ZIP = 'application/zip';

/** For administrators alone: an auditor may read what is stored, but hands out no file of it. */
@Controller('api/v1/admin/users')
@RequireAdministrator()
export class PersonExportController {
  constructor(private readonly exports: PersonExportService) {}

  @Get(':id/export')
  @ApiAdministrationStream({
    summary: 'Download all that is stored about a user',
    description:
      'An archive of person.json and a page to read, person.html. Passwords, keys and codes are not in it. The audit ' +
      'log says who downloaded it.',
    media: ZIP,
    content: 'An archive (ZIP) with person.json and person.html',
    example: 'PK…',
    refusals: ['USER_NOT_FOUND'],
  })
  async export(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const { userId, archive } = await this.exports.export(scope, id);
    response.setHeader('Content-Disposition', `attachment; filename="person-${userId}.zip"`);
    await sendText(response, ZIP, whileAdmitted(scope, archive));
  }
}
