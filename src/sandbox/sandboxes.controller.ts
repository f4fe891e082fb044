import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { SandboxBusy, SandboxNotFound } from '../errors/sandbox.errors.js';
import { success, type Success } from '../http/answers.js';
import { ApiOperationWith } from '../http/openapi/openapi.decorators.js';
import { ApiIdempotencyKey, bodyHashOf, IdempotencyKey } from '../http/server/idempotency-key.js';
import { JsonBody, parseJson } from '../http/server/json-body.guard.js';
import { CurrentScope, RequireScope } from '../tenancy/access/access.decorators.js';
import type { Scope } from '../tenancy/scope.js';
import { type MoveInput, within } from './clock/clock-move.js';
import { type MoveOptions, SandboxClockService } from './clock/sandbox-clock.service.js';
import { ActiveFaultDto, presentFault, SetFaultsDto } from './faults/faults.dto.js';
import { FaultsService } from './faults/faults.service.js';
import { presentCreated, presentSandbox } from './present-sandbox.js';
import type { Har } from './requests/har.js';
import { SandboxRequestDto, SandboxRequestsQueryDto } from './requests/requests.dto.js';
import { SandboxRequestsService } from './requests/sandbox-requests.service.js';
import {
  CreatedSandboxDto,
  CreateSandboxDto,
  DEFAULT_TTL,
  MoveClockDto,
  SandboxDto,
  SandboxPathDto,
} from './sandboxes.dto.js';
import { SandboxesService, type SandboxInput } from './sandboxes.service.js';

const BODY_REFUSALS = [
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
const TAG = 'Sandboxes';
const unknown = new SandboxNotFound();
const busy = new SandboxBusy();

function inputOf({ name, seed, ttlMinutes, clock }: CreateSandboxDto): SandboxInput {
  return {
    name: name ?? 'Sandbox',
    seed: seed ?? 'demo',
    ttlMinutes: ttlMinutes ?? DEFAULT_TTL,
    clock: clock
      ? { now: within(new Date(clock.now), 'clock.now').toISOString(), frozen: clock.frozen ?? true }
      : null,
  };
}

function moveInputOf(
  body: MoveClockDto,
  key: string | undefined,
): { input: MoveInput; options: MoveOptions } {
  const { now, advanceSeconds, frozen, waitSeconds } = body;
  const input = {
    now: now ?? undefined,
    advanceSeconds: advanceSeconds ?? undefined,
    frozen: frozen ?? undefined,
  };
  const waitMs = waitSeconds == null ? undefined : waitSeconds * 1000;
  return {
    input,
    options: { waitMs, call: key === undefined ? undefined : { key, bodyHash: bodyHashOf(input) } },
  };
}

/** A list as the body means the faults themselves. */
function parseFaults(text: string): unknown {
  const body = parseJson(text);
  return Array.isArray(body) ? { faults: body as unknown[] } : body;
}

/** Tenants for tests (contract, section 12). */
@Controller('api/v1/sandbox/tenants')
@RequireScope('sandbox')
export class SandboxesController {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly clock: SandboxClockService,
    private readonly faults: FaultsService,
    private readonly requests: SandboxRequestsService,
  ) {}

  @Post()
  @ApiOperationWith({
    summary: 'Make a university to test with',
    description:
      'With people, progress and submissions by its seed, a key for each scope, and an administrator. The same seed ' +
      'gives the same people, IDs and records. It is deleted when its time is over.',
    tag: TAG,
    answers: { 201: { dto: CreatedSandboxDto } },
    refusals: [...BODY_REFUSALS, unknown],
  })
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: CreateSandboxDto,
  ): Promise<Success<CreatedSandboxDto>> {
    return success(presentCreated(await this.sandboxes.create(scope, inputOf(body))));
  }

  @Get()
  @ApiOperationWith({
    summary: 'List the sandboxes of this key',
    description: 'The oldest first, without those that were deleted or whose time is over.',
    tag: TAG,
    answers: { 200: { dto: SandboxDto, isList: true } },
    refusals: [unknown],
  })
  async list(@CurrentScope() scope: Scope): Promise<Success<SandboxDto[]>> {
    const found = await this.sandboxes.list(scope);
    return success(found.map(presentSandbox), { meta: { count: found.length } });
  }

  @Get(':id')
  @ApiOperationWith({
    summary: 'Get a sandbox',
    description: 'What time it is in it, and when it is deleted.',
    tag: TAG,
    answers: { 200: { dto: SandboxDto } },
    refusals: [unknown],
  })
  async show(@CurrentScope() scope: Scope, @Param() { id }: SandboxPathDto): Promise<Success<SandboxDto>> {
    return success(presentSandbox(await this.sandboxes.find(scope, id)));
  }

  @Post(':id/reset')
  @ApiOperationWith({
    summary: 'Put a sandbox back to how it was made',
    description:
      'Its people, records, settings and clock. Its keys and the password of its administrator stay.',
    tag: TAG,
    answers: { 200: { dto: SandboxDto } },
    refusals: [unknown, busy],
  })
  async reset(@CurrentScope() scope: Scope, @Param() { id }: SandboxPathDto): Promise<Success<SandboxDto>> {
    return success(presentSandbox(await this.sandboxes.reset(scope, id)));
  }

  @Put(':id/clock')
  @ApiIdempotencyKey(
    'The same key with the same body moves the time once, so that a lost answer may be asked for again.',
  )
  @ApiOperationWith({
    summary: 'Move the time of a sandbox',
    description:
      'Forward only, to a moment or by seconds, and frozen or running from then on. Pacing, leases, delays, expiry ' +
      'and limits follow it; what falls due on the way has happened when the answer is 200. Meanwhile `movingTo` ' +
      'and `now` of the sandbox show how far it has come, and a reset or deletion ends it. With waitSeconds a long ' +
      'move is answered with 202, and goes on.',
    tag: TAG,
    answers: {
      200: { dto: SandboxDto, description: 'The time has moved' },
      202: {
        dto: SandboxDto,
        description: 'The time still moves, to movingTo; get the sandbox until that is null',
      },
    },
    refusals: [...BODY_REFUSALS, 'IDEMPOTENCY_CONFLICT', unknown, busy],
  })
  async move(
    @CurrentScope() scope: Scope,
    @Param() { id }: SandboxPathDto,
    @Body() body: MoveClockDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SandboxDto>> {
    const { input, options } = moveInputOf(body, key);
    const moved = presentSandbox(await this.clock.move(scope, id, input, options));
    response.status(moved.movingTo === null ? 200 : 202);
    return success(moved);
  }

  @Put(':id/faults')
  @JsonBody({ parse: parseFaults })
  @ApiOperationWith({
    summary: 'Let the next calls of a sandbox fail',
    description:
      'Replaces the faults; an empty list ends them. Each call meets the first fault of its route that is left, ' +
      'after its key was checked and before anything was done.',
    tag: TAG,
    answers: { 200: { dto: ActiveFaultDto, isList: true } },
    refusals: [...BODY_REFUSALS, unknown],
  })
  async setFaults(
    @CurrentScope() scope: Scope,
    @Param() { id }: SandboxPathDto,
    @Body() { faults }: SetFaultsDto,
  ): Promise<Success<ActiveFaultDto[]>> {
    return success((await this.faults.replace(scope, id, faults)).map(presentFault));
  }

  @Get(':id/faults')
  @ApiOperationWith({
    summary: 'List the faults of a sandbox',
    description: 'With how many calls each still meets.',
    tag: TAG,
    answers: { 200: { dto: ActiveFaultDto, isList: true } },
    refusals: [unknown],
  })
  async listFaults(
    @CurrentScope() scope: Scope,
    @Param() { id }: SandboxPathDto,
  ): Promise<Success<ActiveFaultDto[]>> {
    return success((await this.faults.list(scope, id)).map(presentFault));
  }

  @Get(':id/requests')
  @ApiOperationWith({
    summary: 'List what was asked of a sandbox',
    description:
      'The latest calls of its keys and pages with their answers, in the order in which they were answered, secrets ' +
      'masked. The latest 1,000 are kept. With format=har the answer is a HAR 1.2 document.',
    tag: TAG,
    answers: { 200: { dto: SandboxRequestDto, isList: true } },
    refusals: ['VALIDATION_FAILED', unknown],
  })
  listRequests(
    @CurrentScope() scope: Scope,
    @Param() { id }: SandboxPathDto,
    @Query() query: SandboxRequestsQueryDto,
  ): Promise<Success<SandboxRequestDto[]> | Har> {
    return this.requests.list(scope, id, query);
  }

  @Delete(':id')
  @ApiOperationWith({
    summary: 'Delete a sandbox',
    description: 'With everything in it; its keys stop working at once.',
    tag: TAG,
    answers: { 200: { dto: SandboxDto } },
    refusals: [unknown],
  })
  async remove(@CurrentScope() scope: Scope, @Param() { id }: SandboxPathDto): Promise<Success<SandboxDto>> {
    const state = await this.sandboxes.find(scope, id);
    await this.sandboxes.remove(scope, id);
    return success(presentSandbox(state));
  }
}
