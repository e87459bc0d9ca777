import type { SearchKind } from '@ecp/contract/reach/search';
import { FileText, Globe, type LucideIcon, MessageSquare, Paperclip, Target } from 'lucide-react';

const icons: Record<SearchKind, LucideIcon> = {
  engagement: Target,
  deliverable: FileText,
  source: Paperclip,
  comment: MessageSquare,
  page: Globe,
};

/** The icon of a result's kind. A text beside it names the kind. */
export function ResultIcon({ kind, className }: { kind: SearchKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}
