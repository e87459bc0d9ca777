import { engagementFormTexts } from '../../texts/en/engagement-form.ts';

const { guide } = engagementFormTexts;

/** Explains in six lines how to write a good brief. */
export function BriefGuide() {
  return (
    <aside aria-label={guide.title} className="h-fit rounded-lg bg-canvas p-4 text-sm lg:mt-7">
      <p className="font-medium">{guide.title}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-4 text-muted marker:text-line-strong">
        {guide.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </aside>
  );
}
