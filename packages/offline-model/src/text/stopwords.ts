/** Words that carry no topic, in the most frequent languages of briefs. */
export const stopwords: ReadonlySet<string> = new Set(
  `a about above across after again against along among around all also am an and any are as at be because been before being below between both but by can
  cannot could did do does doing done down during each either else etc few for from further get gets getting give given go
  had has have having he her here hers him his how however i if in into is it its itself just let like made make makes may
  me might more most much must my need needs neither new no nor not now of off on once one only or other our ours out over
  own per please rather same see shall she should since so some still such than that the their theirs them then there these
  they this those through to too toward towards under until up upon us use used using very via want wants was we well were
  what when where whether which while who whom whose why will with within without would yet you your yours
  der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wird werden mit von für auf aus bei nach
  zu zum zur im wir sie es ich ihr unser unsere als auch wie was wer wo dass kann soll muss haben hat sich noch nur
  le la les un une des du de et ou mais ne pas est sont dans sur pour par avec nous vous ils elle que qui quoi ce cette ces son
  sa ses leur au aux el los las una unos y o pero no es son en con por para se su sus lo como más del al nos che di il gli
  per non sono della dei`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that order work instead of naming its topic. They never count as key terms. */
export const instructionWords: ReadonlySet<string> = new Set(
  `add adding address analyse analysis analyze answer approach ask asked asks assess assessment base based better brief
  build build-up build client colleague compare complete concrete consider cover covering create deliver deliverable
  deliverables describe detail details detailed determine develop document draft engagement establish evaluate evidence
  examine expand explain explore expressly fact facts find findings first focus full general give good help identify include
  including information input investigate issue it's key kind list look main material mention missing name named names note
  open outline overview part please point prepare present produce project propose provide question questions quote quotes
  recommend recommendation recommendations report request required research result results review says section sections
  sentence short show sort source sources specific state states statement statements study suggest summarise summarize
  summary support task tell text thing things topic understand use useful want wants way whole work write written draws
  percent percentage year years yearly month months week weeks day days average number numbers cause causes reason reasons say says said fit fits fitting matter matters side fact turn bring together weigh dated
  set sets weigh rests carries upstream earlier quoted words together names`
    .split(/\s+/)
    .filter(Boolean),
);
