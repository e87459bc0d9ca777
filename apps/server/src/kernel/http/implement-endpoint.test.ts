import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { implementEndpoint } from './implement-endpoint.ts';

test('an endpoint that the contract does not list cannot be served', () => {
  const unlisted = defineEndpoint({
    method: 'GET',
    path: '/api/unlisted',
    name: 'unlisted',
    summary: 'Unlisted',
    tag: 'Service',
    responses: { 200: Type.Null() },
  });
  const register = () => implementEndpoint(Fastify(), {} as Services, unlisted, async () => null);
  expect(register).toThrow('unlisted is missing from the contract’s all-endpoints.ts');
});
