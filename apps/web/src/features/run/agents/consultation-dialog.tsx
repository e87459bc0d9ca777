import { formatClock, formatUsd } from '../../../format/format.ts';
import type { ConsultationProjection, TaskProjection } from '../../../live/run-projection.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import type { AgentLink } from './describe-agents.ts';

const texts = runTexts.agents;

interface ConsultationDialogProps {
  open: boolean;
  /** Null until a link is selected. */
  link: AgentLink | null;
  tasks: readonly TaskProjection[];
  nameOf: (slug: string) => string;
  onClose: () => void;
}

/** Lists all questions of one agent to another, with the answers. */
export function ConsultationDialog({ open, link, tasks, nameOf, onClose }: ConsultationDialogProps) {
  if (!link) return null;
  return (
    <Dialog wide open={open} onClose={onClose} title={texts.asked(nameOf(link.from), nameOf(link.to))}>
      <ol className="flex flex-col gap-4">
        {link.consultations.map((consultation) => (
          <Consultation
            key={consultation.id}
            consultation={consultation}
            task={tasks.find(({ id }) => id === consultation.taskId)?.name ?? consultation.taskId}
          />
        ))}
      </ol>
    </Dialog>
  );
}

function Consultation({ consultation, task }: { consultation: ConsultationProjection; task: string }) {
  const { question, answer, cost, reused, at } = consultation;
  return (
    <li className="rounded-xl border">
      <p className="figures flex flex-wrap justify-between gap-x-4 border-b px-4 py-2 text-muted text-sm">
        <span>{texts.forTask(task)}</span>
        <span>
          <time dateTime={at}>{formatClock(at)}</time> · {reused ? texts.free : formatUsd(cost)}
        </span>
      </p>
      <div className="flex flex-col gap-3 px-4 py-3">
        <div>
          <h3 className="text-muted text-sm">{texts.question}</h3>
          <p className="whitespace-pre-wrap">{question}</p>
        </div>
        <div>
          <h3 className="text-muted text-sm">{texts.answer}</h3>
          <p className="whitespace-pre-wrap">{answer ?? texts.noAnswer}</p>
        </div>
      </div>
    </li>
  );
}
