/** Class names of a tab, also for links to neighbouring pages (`data-status="active"`, `aria-selected`). */
export const tabStyle =
  '-mb-px whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-muted hover:text-ink aria-selected:border-accent-text aria-selected:font-medium aria-selected:text-ink data-[status=active]:border-accent-text data-[status=active]:font-medium data-[status=active]:text-ink focus-visible:-outline-offset-2';
