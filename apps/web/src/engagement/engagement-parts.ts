import type { Role } from '@ecp/contract/identity/auth';
import { engagementTexts } from '../base/texts/engagements.ts';

const { tabs, pages } = engagementTexts;

/** The tabs of an engagement. */
type EngagementTab = 'overview' | 'documents' | 'sources' | 'client' | 'economics';

/**
 * The pages of an engagement, in the order of the tabs that they belong to. The first page of a tab
 * is the tab's own.
 */
export const engagementParts = [
  {
    tab: 'overview',
    to: '/engagements/$engagementId',
    below: '',
    get label() {
      return tabs.overview;
    },
  },
  {
    tab: 'overview',
    to: '/engagements/$engagementId/plan',
    below: '/plan',
    get label() {
      return pages.plan;
    },
  },
  {
    tab: 'overview',
    to: '/engagements/$engagementId/details',
    below: '/details',
    get label() {
      return pages.details;
    },
  },
  {
    tab: 'documents',
    to: '/engagements/$engagementId/deliverables',
    below: '/deliverables',
    get label() {
      return tabs.documents;
    },
  },
  {
    tab: 'documents',
    to: '/engagements/$engagementId/figures',
    below: '/figures',
    get label() {
      return pages.figures;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/attachments',
    below: '/attachments',
    get label() {
      return pages.files;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/data',
    below: '/data',
    get label() {
      return pages.data;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/grids',
    below: '/grids',
    get label() {
      return pages.grids;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/research',
    below: '/research',
    get label() {
      return pages.research;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/updates',
    below: '/updates',
    get label() {
      return pages.updates;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/questions',
    below: '/questions',
    get label() {
      return pages.questions;
    },
  },
  {
    tab: 'client',
    to: '/engagements/$engagementId/clients',
    below: '/clients',
    get label() {
      return tabs.client;
    },
  },
  {
    tab: 'economics',
    to: '/engagements/$engagementId/economics',
    below: '/economics',
    get label() {
      return tabs.economics;
    },
  },
] as const satisfies readonly { tab: EngagementTab; to: string; below: string; label: string }[];

/** The tabs, each with the address of its first page. */
const engagementTabs = [
  {
    tab: 'overview',
    to: '/engagements/$engagementId',
    get label() {
      return tabs.overview;
    },
  },
  {
    tab: 'documents',
    to: '/engagements/$engagementId/deliverables',
    get label() {
      return tabs.documents;
    },
  },
  {
    tab: 'sources',
    to: '/engagements/$engagementId/attachments',
    get label() {
      return tabs.sources;
    },
  },
  {
    tab: 'client',
    to: '/engagements/$engagementId/clients',
    get label() {
      return tabs.client;
    },
  },
  {
    tab: 'economics',
    to: '/engagements/$engagementId/economics',
    get label() {
      return tabs.economics;
    },
  },
] as const satisfies readonly { tab: EngagementTab; to: string; label: string }[];

/** Who sees a tab, unless everybody does. */
const needs: Partial<Record<EngagementTab, Role>> = { economics: 'admin' };

const seenBy =
  (has: (role: Role) => boolean) =>
  ({ tab }: { tab: EngagementTab }): boolean =>
    has(needs[tab] ?? 'viewer');

export const tabsFor = (has: (role: Role) => boolean) => engagementTabs.filter(seenBy(has));
export const partsFor = (has: (role: Role) => boolean) => engagementParts.filter(seenBy(has));
