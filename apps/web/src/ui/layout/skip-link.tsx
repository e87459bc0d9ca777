/** The first stop of the Tab key, seen while it has the focus: leads past what stands on every page to its `<main id="content">`. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="fixed top-3 left-3 z-50 -translate-y-20 rounded-lg bg-accent px-3 py-2 font-medium text-accent-ink focus:translate-y-0 print:hidden"
    >
      {children}
    </a>
  );
}
