import type { Engagement, TaskInput } from '@ecp/contract/work/engagements';
import { describe, expectTypeOf, test } from 'vitest';
import type { Client } from './create-client.ts';
import type { Download } from './download.ts';
import type { RunEvent } from './follow-run.ts';

type InputOf<N extends keyof Client> = NonNullable<Parameters<Client[N]>[0]>;

// The compiler checks these tests: `npm run typecheck` fails if a type differs.
describe('types of the client', () => {
  test('path, query and body are one input, answers are the contract’s', () => {
    expectTypeOf<InputOf<'getEngagement'>>().toEqualTypeOf<{
      id: string;
      deliverables?: boolean | undefined;
    }>();
    expectTypeOf<Client['listEngagements']>().returns.resolves.toEqualTypeOf<Engagement[]>();
    expectTypeOf<Client['createEngagement']>().returns.resolves.toEqualTypeOf<Engagement>();
    expectTypeOf<InputOf<'createEngagement'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<InputOf<'createEngagement'>['tasks']>().toEqualTypeOf<TaskInput[] | undefined>();
    expectTypeOf<InputOf<'acceptPlan'>['planId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<InputOf<'reviewDeliverable'>['action']>().toEqualTypeOf<
      'approve' | 'request_revision' | 'reject'
    >();
    expectTypeOf<InputOf<'diffDeliverable'>>().toEqualTypeOf<{
      id: string;
      filename: string;
      from: number;
      to: number;
    }>();
  });

  test('an input may be omitted only if nothing in it is required', () => {
    expectTypeOf<Client['getMe']>().toBeCallableWith();
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: 'running', limit: 10 });
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: undefined });
    // @ts-expect-error the id is required
    expectTypeOf<Client['getEngagement']>().toBeCallableWith();
    // @ts-expect-error no such status
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: 'done' });
  });

  test('forms take a File, files are returned as downloads, redirects as null', () => {
    expectTypeOf<InputOf<'uploadAttachment'>['file']>().toEqualTypeOf<File>();
    expectTypeOf<InputOf<'putLogo'>>().toEqualTypeOf<{ file: File }>();
    expectTypeOf<InputOf<'uploadAttachment'>['category']>().toEqualTypeOf<
      'reference' | 'styleguide' | 'design_inspiration' | 'data' | 'brand_assets' | undefined
    >();
    expectTypeOf<Client['exportEngagement']>().returns.resolves.toEqualTypeOf<Download>();
    expectTypeOf<Client['verifyMagicLink']>().returns.resolves.toEqualTypeOf<null>();
    expectTypeOf<InputOf<'stripeWebhook'>>().toEqualTypeOf<{ payload: string }>();
  });

  test('lists return their records, streams their events', () => {
    const read = async (client: Client) => {
      for await (const engagement of client.paginate('listEngagements', {})) {
        expectTypeOf(engagement).toEqualTypeOf<Engagement>();
      }
      for await (const member of client.paginate('listTeam', {}))
        expectTypeOf(member.email).toEqualTypeOf<string>();
      for await (const { webhook } of client.pages('getWebhook', { id: 'w' })) {
        expectTypeOf(webhook.deliveries[0]?.attempt).toEqualTypeOf<number | undefined>();
      }
      for await (const event of client.streamRun('e')) {
        expectTypeOf(event).toEqualTypeOf<RunEvent>();
        if (event.type === 'log') expectTypeOf(event.message).toEqualTypeOf<string>();
      }
      const answer = await client.request('startRun', { id: 'e' });
      expectTypeOf(answer.data.runId).toEqualTypeOf<string>();
      // @ts-expect-error no such field
      await client.getEngagement({ id: 'e', version: 1 });
      // @ts-expect-error not a paged list
      client.paginate('getEngagement', { id: 'e' });
    };
    expectTypeOf(read).returns.resolves.toEqualTypeOf<void>();
  });
});
