import type { Role } from '@ecp/contract/identity/auth';
import {
  BookOpen,
  Calculator,
  ChartColumn,
  House,
  type LucideIcon,
  Settings,
  Target,
} from 'lucide-react';
import { shellTexts } from '../../base/texts/shell.ts';

interface NavigationItem {
  to: '/home' | '/engagements' | '/library' | '/analytics' | '/economics' | '/settings/team';
  label: () => string;
  icon: LucideIcon;
  /** The letter that opens the page after `g`. */
  key: string;
  /** Who sees the item. */
  role?: Role;
  /** The item is current on pages at and below these paths. */
  below: readonly string[];
}

const navigationItems: readonly NavigationItem[] = [
  { to: '/home', below: ['/home'], label: () => shellTexts.home, icon: House, key: 'h' },
  {
    to: '/engagements',
    below: ['/engagements'],
    label: () => shellTexts.engagements,
    icon: Target,
    key: 'e',
  },
  {
    to: '/library',
    below: ['/library', '/templates'],
    label: () => shellTexts.library,
    icon: BookOpen,
    key: 'l',
  },
  {
    to: '/analytics',
    below: ['/analytics'],
    label: () => shellTexts.insights,
    icon: ChartColumn,
    key: 'i',
  },
  {
    to: '/economics',
    role: 'admin',
    below: ['/economics'],
    label: () => shellTexts.economics,
    icon: Calculator,
    key: 'm',
  },
  {
    to: '/settings/team',
    below: ['/settings', '/dashboard'],
    label: () => shellTexts.settings,
    icon: Settings,
    key: 's',
  },
];

/** The places that a person sees, in the order of the sidebar. */
export const placesFor = (has: (role: Role) => boolean): readonly NavigationItem[] =>
  navigationItems.filter(({ role }) => role === undefined || has(role));
