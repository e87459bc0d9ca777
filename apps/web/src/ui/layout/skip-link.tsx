/** The first stop of the Tab key, visible while focused. It skips the navigation and leads to `<main id="content">`. */
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
