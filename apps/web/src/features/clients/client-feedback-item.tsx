import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, MessageSquare } from 'lucide-react';
import { clientsTexts } from '../../texts/en/clients.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import type { ClientFeedback } from './merge-client-feedback.ts';

const { voices: texts } = clientsTexts;
const looks = {
  approved: { icon: CircleCheck, color: 'text-good' },
  rejected: { icon: CircleX, color: 'text-danger' },
  commented: { icon: MessageSquare, color: 'text-muted' },
} as const;

interface VoiceItemProps {
  engagementId: string;
  voice: ClientFeedback;
  /** Title of the deliverable; null for the whole engagement. */
  title: string | null;
  isNew: boolean;
}

/** Shows one comment or review of a client, with a link to its subject. */
export function ClientFeedbackItem({ engagementId, voice, title, isNew }: VoiceItemProps) {
  const { kind, author, at, filename, version, text } = voice;
  const { icon: Icon, color } = looks[kind];
  return (
    <li className="flex gap-3 border-b px-4 py-3 last:border-0">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{author}</span> {texts[kind]}{' '}
          {filename === null ? (
            texts.onWhole
          ) : (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={version === null ? {} : { version: String(version) }}
              className={linkStyle}
            >
              {title}
            </Link>
          )}
          {version !== null && `, ${texts.version(version)}`}
        </p>
        {text && <p className="mt-1 whitespace-pre-wrap text-muted">{text}</p>}
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <TimeAgo at={at} />
          {isNew && <Badge tone="accent">{texts.fresh}</Badge>}
        </p>
      </div>
    </li>
  );
}
