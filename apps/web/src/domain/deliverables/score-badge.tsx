import { Badge, type Tone } from '../../ui/states/badge.tsx';
import { type Judgement, judgeScore } from './judge-score.ts';

const tones: Record<Judgement, Tone> = { sound: 'good', weak: 'warn', poor: 'danger' };

/** A score in a list. */
export function ScoreBadge({ score }: { score: number }) {
  return (
    <Badge tone={tones[judgeScore(score)]}>
      <span className="figures">{score}</span>
    </Badge>
  );
}
