import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

import { Public } from '../http/access.js';
import { EnvelopeService } from './envelope/envelope.service.js';

@Controller('docs/schemas')
@Public()
@ApiTags('Operations')
export class SchemasController {
  constructor(private readonly envelopes: EnvelopeService) {}

  @Get('sync-envelope.v1.json')
  @Header('Content-Type', 'application/schema+json; charset=utf-8')
  @ApiOperation({
    summary: "JSON Schema of the sync envelope's data",
    description: 'Public and unchanging: the dataschema of every envelope names this address.',
  })
  @ApiResponse({
    status: 200,
    description: 'The schema',
    content: {
      'application/schema+json': {
        schema: { type: 'object' },
        example: { title: 'A submission for another system' },
      },
    },
  })
  envelope(): object {
    return this.envelopes.schema();
  }
}
