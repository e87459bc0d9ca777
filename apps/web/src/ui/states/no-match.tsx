import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { buttonStyle } from '../buttons/button-style.ts';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  title: string;
  /** The page of the list. Without search and filters it shows everything. */
  to: '/engagements' | '/library' | '/templates';
}

/** Shown if nothing in a list matches its search and filters. */
export function NoMatch({ title, to }: NoMatchProps) {
  const showAll = (
    <Link to={to} search={{}} className={buttonStyle()}>
      {commonTexts.noMatch.all}
    </Link>
  );
  return (
    <EmptyState icon={SearchX} title={title} action={showAll}>
      {commonTexts.noMatch.advice}
    </EmptyState>
  );
}
