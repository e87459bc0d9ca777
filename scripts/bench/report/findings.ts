import type { DurableFigures } from '../durable/measure-durable.ts';
import type { ExportFigures } from '../growth/measure-export.ts';
import type { AuditFigures } from '../measure-audit.ts';
import type { HttpPlan, HttpResult } from '../measure-http.ts';
import type { SandboxFigures } from '../measure-sandbox.ts';
import type { StartFigures } from '../measure-start.ts';
import type { StoredFileFigures } from '../measure-stored-files.ts';
import type { ModelCallFigures } from '../model-calls/measure-model-calls.ts';
import type { PdfFigures } from '../pdf/measure-pdf.ts';
import type { FollowingFigures } from '../streams/render-streams.ts';
import type { WebhookFigures } from '../webhooks/measure-webhooks.ts';

/** All results of one run of the benchmark. */
export interface Findings {
  machine: string[];
  http: HttpResult[];
  plan: Pick<HttpPlan, 'rounds' | 'durationSeconds' | 'connections'>;
  following: FollowingFigures;
  outside: { webhooks: WebhookFigures; pdf: PdfFigures[] | null };
  exports: ExportFigures;
  durable: DurableFigures;
  calls: ModelCallFigures;
  audit: AuditFigures;
  start: { cold: StartFigures; warm: StartFigures };
  sandbox: SandboxFigures;
  files: StoredFileFigures;
}
