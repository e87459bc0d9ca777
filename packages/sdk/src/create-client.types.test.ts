import type { Engagement, TaskInput } from '@ecp/contract/work/engagements';
import { describe, expectTypeOf, test } from 'vitest';
import type { Client } from './create-client.ts';
import type { Download } from './download.ts';
import type { RunEvent } from './follow-run.ts';

type InputOf<N extends keyof Client> = NonNullable<Parameters<Client[N]>[0]>;

// Checked by the compiler: `npm run typecheck` fails when a type is another.
describe('types of the client', () => {
  test('path, query and body are one input, answers are the contract’s', () => {
    expectTypeOf<InputOf<'getEngagement'>>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Client['listEngagements']>().returns.resolves.toEqualTypeOf<Engagement[]>();
    expectTypeOf<Client['createEngagement']>().returns.resolves.toEqualTypeOf<Engagement>();
    expectTypeOf<InputOf<'createEngagement'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<InputOf<'createEngagement'>['tasks']>().toEqualTypeOf<TaskInput[] | undefined>();
    expectTypeOf<InputOf<'acceptPlan'>['planId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<InputOf<'reviewDeliverable'>['action']>().toEqualTypeOf<'approve' | 'request_revision' | 'reject'>();
    expectTypeOf<InputOf<'diffDeliverable'>>().toEqualTypeOf<{
      id: string;
      filename: string;
      from: number;
      to: number;
    }>();
  });

  test('an input without anything required may be left out, and only then', () => {
    expectTypeOf<Client['getMe']>().toBeCallableWith();
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: 'running', limit: 10 });
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: undefined });
    // @ts-expect-error an engagement must be named
    expectTypeOf<Client['getEngagement']>().toBeCallableWith();
    // @ts-expect-error no such status
    expectTypeOf<Client['listEngagements']>().toBeCallableWith({ status: 'done' });
  });

  test('forms take a File, files come as downloads, redirects as null', () => {
    expectTypeOf<InputOf<'uploadAttachment'>['file']>().toEqualTypeOf<File>();
    expectTypeOf<InputOf<'putLogo'>>().toEqualTypeOf<{ file: File }>();
    expectTypeOf<InputOf<'uploadAttachment'>['category']>().toEqualTypeOf<
      'reference' | 'styleguide' | 'design_inspiration' | 'data' | 'brand_assets' | undefined
    >();
    expectTypeOf<Client['exportEngagement']>().returns.resolves.toEqualTypeOf<Download>();
    expectTypeOf<Client['verifyMagicLink']>().returns.resolves.toEqualTypeOf<null>();
    expectTypeOf<InputOf<'stripeWebhook'>>().toEqualTypeOf<{ payload: string }>();
  });

  test('lists give their records, streams their events', () => {
    const read = async (client: Client) => {
      for await (const engagement of client.paginate('listEngagements', {})) {
        expectTypeOf(engagement).toEqualTypeOf<Engagement>();
      }
      for await (const member of client.paginate('listTeam', {})) expectTypeOf(member.email).toEqualTypeOf<string>();
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
      // @ts-expect-error not answered in pages
      client.paginate('getEngagement', { id: 'e' });
    };
    expectTypeOf(read).returns.resolves.toEqualTypeOf<void>();
  });
});
