import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../format/format.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { PriceInWords } from '../plans/price-in-words.tsx';
import { staleWorkQuery } from './queries.ts';

const texts = questionTexts.stale;

/** Shows the price of a rerun of the stale deliverables, with its warnings. */
export function StalePrice({ engagementId }: { engagementId: string }) {
  const { data, isError } = useQuery(staleWorkQuery(engagementId));
  if (!data) return <p className="text-sm">{isError ? texts.unpriced : texts.pricing}</p>;
  const { tasks, cost, remaining, warnings } = data;
  const range = texts.price(tasks.length, formatUsd(cost.low), formatUsd(cost.high), formatUsd(remaining));
  return <PriceInWords words={cost.high > 0 ? range : texts.free(tasks.length)} warnings={warnings} />;
}
