import type { DurableInputs } from '../durable-work/durable-work.ts';
import type { MailTransport } from './mail-transport.ts';

/** Does the durable work `sendMail`; throws what the transport throws, so that the queue tries again. */
export async function sendMail(transport: MailTransport, input: DurableInputs['sendMail']): Promise<void> {
  await transport.send(input);
}
