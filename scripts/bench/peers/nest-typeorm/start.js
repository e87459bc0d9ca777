// This is plain JavaScript because only the benchmark installs its packages, so the type check cannot see them.
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { Controller, Get, Injectable, Module, Param, Req, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource, EntitySchema, IsNull } from 'typeorm';

/**
 * Reads an engagement with its runs and deliverables as NestJS with TypeORM does by its manuals: entities, a guard that
 * finds the key, a controller. It has no limits, no row-level security and no ETag. The arguments are the database and
 * the port.
 */
const [url = '', port = '0'] = process.argv.slice(2);

const text = { type: 'text' };
const time = { type: 'timestamptz', nullable: true };
const number = { type: 'bigint', transformer: { to: (value) => value, from: Number } };
const table = (name, tableName, columns) =>
  new EntitySchema({ name, tableName, schema: 'platform', columns: { id: { ...text, primary: true }, ...columns } });
const named = (column, name) => ({ ...column, name });

const ApiKey = table('ApiKey', 'api_keys', {
  tenantId: named(text, 'tenant_id'),
  keyHash: { name: 'key_hash', type: 'bytea' },
  revokedAt: named(time, 'revoked_at'),
});
const Engagement = table('Engagement', 'engagements', {
  tenantId: named(text, 'tenant_id'),
  name: text,
  client: text,
  slug: text,
  brief: text,
  budget: named(number, 'budget_nano_usd'),
  tasks: { type: 'json' },
  status: text,
  createdAt: named(time, 'created_at'),
  archivedAt: named(time, 'archived_at'),
});
const Run = table('Run', 'runs', {
  tenantId: named(text, 'tenant_id'),
  engagementId: named(text, 'engagement_id'),
  status: text,
  startedAt: named(time, 'started_at'),
  finishedAt: named(time, 'finished_at'),
  cost: named(number, 'cost_nano_usd'),
  inputTokens: named(number, 'input_tokens'),
  outputTokens: named(number, 'output_tokens'),
});
const Deliverable = table('Deliverable', 'deliverables', {
  tenantId: named(text, 'tenant_id'),
  engagementId: named(text, 'engagement_id'),
  filename: text,
  content: text,
  version: { type: 'integer' },
  wordCount: { name: 'word_count', type: 'integer' },
  createdAt: named(time, 'created_at'),
  approvalStatus: named(text, 'approval_status'),
});

const database = await new DataSource({
  type: 'postgres',
  url,
  entities: [ApiKey, Engagement, Run, Deliverable],
  poolSize: 20,
}).initialize();

class KeyGuard {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const key = (request.headers.authorization ?? '').slice('Bearer '.length);
    const keyHash = createHash('sha256').update(key).digest();
    const found = await database.getRepository(ApiKey).findOneBy({ keyHash, revokedAt: IsNull() });
    if (!found) throw new UnauthorizedException('Invalid API key');
    request.tenantId = found.tenantId;
    return true;
  }
}
Injectable()(KeyGuard);

class EngagementsController {
  async read(id, { tenantId }) {
    const engagement = await database.getRepository(Engagement).findOneByOrFail({ id, tenantId });
    const where = { tenantId, engagementId: id };
    const runs = await database.getRepository(Run).find({ where, order: { startedAt: 'DESC' } });
    const deliverables = await database.getRepository(Deliverable).find({ where, order: { createdAt: 'DESC' } });
    return { ...engagement, runs, deliverables };
  }
}
// Node runs no decorators, so they are called as the compiler would call them.
const read = Object.getOwnPropertyDescriptor(EngagementsController.prototype, 'read');
Param('id')(EngagementsController.prototype, 'read', 0);
Req()(EngagementsController.prototype, 'read', 1);
UseGuards(KeyGuard)(EngagementsController.prototype, 'read', read);
Get(':id')(EngagementsController.prototype, 'read', read);
Controller('api/engagements')(EngagementsController);

class AppModule {}
Module({ controllers: [EngagementsController], providers: [KeyGuard] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
// Express would hash each response, which neither the floor nor the other peers do.
app.disable('etag');
await app.listen(Number(port), '127.0.0.1');
console.log(`Ready at http://127.0.0.1:${port}`);
process.on('SIGINT', () => process.exit(0));
