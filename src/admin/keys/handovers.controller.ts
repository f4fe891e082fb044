import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';

import { HandoverNotFound } from '../../errors/tenancy.errors.js';
import { Public } from '../../http/access.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { KeyHandoversService } from '../../tenancy/handovers/key-handovers.service.js';
import { HandedOverKeyDto, HandoverTokenDto, OfferedKeyDto, presentOffered } from './handovers.dto.js';

/** For the person who got a link: the token is all that is needed. It is in bodies only, as addresses are logged. */
@Controller('api/v1/admin/handovers')
@Public()
export class HandoversController {
  constructor(private readonly handovers: KeyHandoversService) {}

  @Post('show')
  @ApiAdministration({
    summary: 'What a hand-over link offers',
    description: 'The label of the key behind the link. It does not use the link up.',
    isPublic: true,
    answers: { 200: { dto: OfferedKeyDto } },
    refusals: [new HandoverNotFound()],
  })
  async show(@Body() { token }: HandoverTokenDto): Promise<Success<OfferedKeyDto>> {
    return success(presentOffered(await this.handovers.show(token)));
  }

  @Post('open')
  @ApiAdministration({
    summary: 'Take over a key by a hand-over link',
    description: 'Uses the link up: the key gets its secret, which is in this answer and nowhere else.',
    isPublic: true,
    answers: { 200: { dto: HandedOverKeyDto } },
    refusals: [new HandoverNotFound()],
  })
  async open(
    @Body() { token }: HandoverTokenDto,
    @Req() request: Request,
  ): Promise<Success<HandedOverKeyDto>> {
    const { clientAddress: address, requestId } = request;
    const opened = await this.handovers.open(token, { address, requestId });
    const { apiSecret, credential } = opened;
    return success({ ...presentOffered(opened), apiKey: credential.apiKey, apiSecret });
  }
}
