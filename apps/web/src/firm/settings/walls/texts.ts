import { t, translated } from '../../../base/language/translate.ts';

export const wallTexts = translated({
  title: 'Walls',
  description:
    'A wall, also called an ethical wall or information barrier, hides engagements and all that came from them from everybody outside, admins and the owner too.',
  create: 'Put up a wall',
  list: 'Walls',
  search: 'Search walls',
  noMatch: {
    title: 'No wall matches',
    advice: 'Search for the name of a wall or of a person inside.',
  },
  since: (day: string) => t('Stands since {day}', { day }),
  empty: {
    title: 'No walls yet',
    advice:
      'Put up a wall when you advise rivals, or when only a few may know of an engagement. Nobody outside sees, finds or counts what is behind it.',
  },
  own: {
    inside: 'You are inside',
    outside: 'You are outside',
    until: (time: string) => t('You are inside until {time}', { time }),
  },
  inside: 'Inside',
  nobodyInside: 'Nobody',
  untilTime: (time: string) => t('until {time}', { time }),
  former: 'A former member',
  engagements: 'Engagements behind it',
  noEngagements: 'None',
  unseen: (count: number) =>
    t(
      '{count, plural, one {# engagement that you do not see} other {# engagements that you do not see}}',
      { count },
    ),
  unseenOne: (id: string) => t('An engagement that you do not see ({id})', { id }),
  excludes: 'Excludes',
  excludesNone: 'No other wall',
  excludesHint: 'Nobody is inside both.',
  outsideHint: 'Only people inside change this wall or take it down. An owner may enter it.',
  outsideOwner:
    'Only people inside change this wall or take it down. You may enter it as the owner.',
  stayHint: 'You are inside for a time. Only members change this wall or take it down.',
  edit: 'Edit',
  actions: (name: string) => t('Actions for {name}', { name }),
  remove: (name: string) => t('Remove {name}', { name }),
  entries: {
    title: (count: number) => t('Entries of owners ({count})', { count }),
    when: (from: string, to: string) => t('{from} to {to}', { from, to }),
  },
  form: {
    createTitle: 'Put up a wall',
    editTitle: (name: string) => t('Edit “{name}”', { name }),
    name: 'Name',
    nameHint: 'All admins read the names of walls. Choose one that gives nothing away.',
    engagements: 'Engagements behind it',
    engagementsHint: 'Search by name or client.',
    members: 'People inside',
    membersHint: 'Only they see the engagements, whatever their role.',
    excludes: 'Walls that it excludes',
    excludesHint: 'Nobody can be inside both. This counts both ways.',
    alsoExcluded: (names: string) => t('It is already excluded by {names}.', { names }),
    noneFound: 'Nothing matches.',
    submitCreate: 'Put up wall',
    submitEdit: 'Save changes',
    created: 'The wall stands',
    saved: 'Wall saved',
    conflict: (wall: string, people: string) =>
      t('Also inside “{wall}”: {people}. The two walls exclude one another.', { wall, people }),
    conflictUnknown:
      'Somebody would be inside two walls that exclude one another. The lists have been read again.',
    outside: 'You are no longer inside, so you cannot change this wall. An owner may enter it.',
    missing:
      'The wall, a person or an engagement in these lists is no longer there for you. The lists have been read again. Check them and save once more.',
    blind: (names: string) =>
      t(
        'You are not among the people inside. Once you save, you no longer see {names}, and only people inside can change the wall.',
        {
          names,
        },
      ),
    blindUntil: (time: string, names: string) =>
      t('You are not among the people inside. From {time} you no longer see {names}.', {
        time,
        names,
      }),
    empty: 'Nobody is inside. Only the owner can enter.',
    freed: (names: string) => t('Comes out from behind this wall: {names}', { names }),
  },
  takeDown: {
    item: 'Take down…',
    title: (name: string) => t('Take down “{name}”?', { name }),
    toAll: (name: string) => t('{name} becomes visible to the whole team.', { name }),
    toSome: (name: string, walls: string, people: string) =>
      t('{name} stays behind {walls}. It is visible to {people}.', { name, walls, people }),
    toNobody: (name: string, walls: string) =>
      t('{name} stays behind {walls}. Nobody is inside all of them.', { name, walls }),
    more: (count: number) =>
      t(
        '{count, plural, one {# more engagement comes} other {# more engagements come}} out from behind it.',
        {
          count,
        },
      ),
    nothing: 'Nothing is behind this wall, so nothing becomes visible.',
    rivals: (names: string) => t('Its people may then join {names}.', { names }),
    kept: 'The record of who was inside when is kept.',
    confirm: 'Take down wall',
    done: 'Wall taken down',
  },
  enter: {
    open: 'Enter for one hour…',
    title: (name: string) => t('Enter “{name}”', { name }),
    advice:
      'For one hour you see what is behind this wall, and you can change it. The people inside get an email with your name and your reason, and the audit log keeps both.',
    reason: 'Reason',
    reasonHint: 'The people inside and all admins read it.',
    further: (walls: string) =>
      t(
        'Some of its engagements are behind other walls too. You see them only if you also enter {walls}.',
        { walls },
      ),
    conflict: (wall: string) =>
      t(
        'You are inside “{wall}”. The two walls exclude one another, so you cannot enter this one.',
        { wall },
      ),
    conflictUnknown: 'You are inside a wall that excludes this one, so you cannot enter it.',
    missing: 'This wall has been taken down meanwhile.',
    confirm: 'Enter for one hour',
    done: (name: string, time: string) => t('You are inside “{name}” until {time}', { name, time }),
  },
  person: {
    title: 'What would this person see?',
    description: 'Worked out from the lists above, at this moment.',
    choose: 'Person',
    nobody: 'Choose a person',
    walls: 'Walls',
    engagements: 'Engagements behind walls',
    inside: 'Inside',
    outside: 'Outside',
    until: (time: string) => t('Inside until {time}', { time }),
    seen: 'Sees it',
    unseen: (walls: string) => t('Hidden by {walls}', { walls }),
    others: 'What is behind no wall, everybody in the workspace sees.',
  },
});
