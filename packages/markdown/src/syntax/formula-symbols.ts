/** Pairs `alpha α, beta β` as a map. */
const readPairs = (pairs: string): Map<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );

/** Signs that commands of LaTeX stand for. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ...readPairs(`
    alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι
    kappa=κ lambda=λ mu=μ nu=ν xi=ξ omicron=ο pi=π rho=ρ sigma=σ varsigma=ς tau=τ upsilon=υ phi=φ
    varphi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ
    Phi=Φ Psi=Ψ Omega=Ω
    cdot=· times=× div=÷ pm=± mp=∓ ast=* star=⋆ circ=∘ bullet=• oplus=⊕ otimes=⊗ setminus=∖
    le=≤ leq=≤ leqslant=≤ ge=≥ geq=≥ geqslant=≥ neq=≠ ne=≠ approx=≈ equiv=≡ sim=∼ simeq=≃ cong=≅
    propto=∝ ll=≪ gg=≫ lt=< gt=> mid=| parallel=∥ perp=⊥ vert=| lvert=| rvert=| Vert=‖
    sum=∑ prod=∏ int=∫ iint=∬ oint=∮ partial=∂ nabla=∇ infty=∞ forall=∀ exists=∃ emptyset=∅
    varnothing=∅ in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ cup=∪ cap=∩ land=∧
    wedge=∧ lor=∨ vee=∨ neg=¬ lnot=¬ to=→ rightarrow=→ leftarrow=← leftrightarrow=↔ Rightarrow=⇒
    Leftarrow=⇐ Leftrightarrow=⇔ implies=⇒ iff=⇔ mapsto=↦ uparrow=↑ downarrow=↓ longrightarrow=→
    ldots=… cdots=⋯ dots=… vdots=⋮ ddots=⋱ prime=′ degree=° ell=ℓ hbar=ℏ Re=ℜ Im=ℑ aleph=ℵ
    langle=⟨ rangle=⟩ lceil=⌈ rceil=⌉ lfloor=⌊ rfloor=⌋ lbrace={ rbrace=} backslash=\\
    euro=€ pounds=£ yen=¥ cent=¢ percent=% therefore=∴ because=∵ triangle=△ angle=∠ checkmark=✓
  `),
  ...[',', ';', ':', '>', ' ', 'quad', 'qquad', 'enspace', 'thinspace'].map(
    (name) => [name, ' '] as const,
  ),
  ...['!', 'limits', 'nolimits', 'big', 'Big', 'bigl', 'bigr', 'Bigl', 'Bigr', 'bigg', 'Bigg'].map(
    (name) => [name, ''] as const,
  ),
  ...['nonumber', 'notag', 'hline', 'middle'].map((name) => [name, ''] as const),
  ...['%', '$', '&', '#', '_', '{', '}'].map((name) => [name, name] as const),
  ['\\', '; '],
  ['|', '‖'],
]);

/** Signs that stand above the letter before them. */
export const accents: ReadonlyMap<string, string> = readPairs(
  'bar=\u0304 overline=\u0304 hat=\u0302 widehat=\u0302 tilde=\u0303 widetilde=\u0303 dot=\u0307 ddot=\u0308 vec=\u20d7',
);

/** Functions, which are written by their names. */
export const names: ReadonlySet<string> = new Set(
  'log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh max min sup inf lim arg det dim gcd Pr mod bmod'.split(
    ' ',
  ),
);

const pair = (plain: string, scripted: string): Map<string, string> => {
  const signs = [...scripted];
  return new Map([...plain].map((character, at) => [character, signs[at] ?? character]));
};

/** Raised and lowered signs of Unicode. */
export const scripts: Readonly<Record<'^' | '_', ReadonlyMap<string, string>>> = {
  '^': pair(
    '0123456789+-−=()abcdefghijklmnoprstuvwxyzTβγδ',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵝᵞᵟ',
  ),
  _: pair('0123456789+-−=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'),
};
