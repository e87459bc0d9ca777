import type { Role } from '@ecp/contract/identity/auth';
import {
  Activity,
  Bell,
  BookOpen,
  ChartColumn,
  CircleHelp,
  FileStack,
  Inbox,
  type LucideIcon,
  Settings,
  Target,
  Users,
} from 'lucide-react';
import { shellTexts } from '../../texts/shell.ts';

export interface NavigationItem {
  to:
    | '/queue'
    | '/engagements'
    | '/questions'
    | '/inbox'
    | '/templates'
    | '/library'
    | '/analytics'
    | '/team'
    | '/settings/branding'
    | '/dashboard/admin/health';
  label: string;
  icon: LucideIcon;
  key: string;
  /** The lowest role that sees the page; everybody without. */
  role?: Role;
  /** The item is also current on pages below this path. */
  below: string;
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/queue', below: '/queue', label: shellTexts.queue, icon: Inbox, key: 'w' },
  { to: '/engagements', below: '/engagements', label: shellTexts.engagements, icon: Target, key: 'e' },
  { to: '/questions', below: '/questions', label: shellTexts.questions, icon: CircleHelp, key: 'q' },
  { to: '/inbox', below: '/inbox', label: shellTexts.inbox, icon: Bell, key: 'u' },
  { to: '/templates', below: '/templates', label: shellTexts.templates, icon: FileStack, key: 't' },
  { to: '/library', below: '/library', label: shellTexts.library, icon: BookOpen, key: 'l' },
  { to: '/analytics', below: '/analytics', label: shellTexts.analytics, icon: ChartColumn, key: 'i' },
  { to: '/team', below: '/team', label: shellTexts.team, icon: Users, key: 'm' },
  { to: '/settings/branding', below: '/settings', label: shellTexts.settings, icon: Settings, key: 's' },
  {
    to: '/dashboard/admin/health',
    below: '/dashboard',
    label: shellTexts.health,
    icon: Activity,
    key: 'h',
    role: 'admin',
  },
];
