import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { translated } from '../../base/language/translate.ts';
import { PageHeader } from '../../base/ui/layout/page.tsx';
import { LinkTabs, tabStyle } from '../../base/ui/layout/tabs.tsx';

const texts = translated({
  title: 'Library',
  tabs: { label: 'Parts of the library', cards: 'Knowledge', templates: 'Templates' },
});

interface LibraryHeadProps {
  tab: 'cards' | 'templates';
  description: string;
  actions?: ReactNode;
}

/** Header and tabs of the library: what the firm has learned, and the templates. */
export function LibraryHead({ tab, description, actions }: LibraryHeadProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        documentTitle={`${texts.tabs[tab]} · ${texts.title}`}
        description={description}
        actions={actions}
      />
      <LinkTabs label={texts.tabs.label}>
        <Link
          to="/library"
          search={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          className={tabStyle}
        >
          {texts.tabs.cards}
        </Link>
        <Link
          to="/templates"
          search={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          className={tabStyle}
        >
          {texts.tabs.templates}
        </Link>
      </LinkTabs>
    </>
  );
}
