import { dayAfter, type Issue, type PaperData } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { PaperRules } from './rules.ts';

export type IssueSteps = ReturnType<typeof issueSteps>;
/** What follows from closing and printing an issue, by hand or by the clock. */
export function issueSteps(data: PaperData, figures: Figures, rules: PaperRules, has: Has) {
  const close = (issue: Issue): void => {
    issue.state = 'closed';
    const next = figures.nextOf(issue);
    for (const one of figures.advertsOf(issue)) {
      const isOpen = one.state === 'offered' || (one.state === 'changing' && !has('changingStaysInIssue'));
      if (!isOpen) continue;
      if (next !== undefined) one.issue = next;
      else one.state = 'missed';
    }
  };
  const print = (issue: Issue): void => {
    issue.state = 'printed';
    const next = figures.nextOf(issue);
    for (const one of figures.advertsOf(issue)) {
      if (one.state !== 'accepted') continue;
      one.state = 'printed';
      one.due = dayAfter(has('dueCountsFromIssue') ? issue.day : rules.today(), 14);
    }
    for (const one of figures.articlesOf(issue)) {
      if (one.state === 'accepted') {
        one.state = 'printed';
        continue;
      }
      const isOpen = one.state === 'proposed' || (one.state === 'returned' && !has('returnedStaysInIssue'));
      if (!isOpen) continue;
      if (next !== undefined) {
        one.issue = next;
      } else {
        one.state = 'spiked';
        one.reason = 'No next issue';
      }
    }
    for (const round of data.rounds) {
      if (figures.copies(round) === 0) continue;
      data.deliveries.push({
        ...{ number: data.next('delivery'), issue, round, carrier: round.carrier, copies: figures.copiesOn(round, issue.day) },
        ...{ missing: 0, late: false, deliveredOn: null, wage: 0, state: 'assigned' },
      });
    }
  };
  return { close, print };
}
