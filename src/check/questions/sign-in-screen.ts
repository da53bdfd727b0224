import { isAssumed } from '../analysis/assumed.ts';
import { lazyChoice, type QuestionKind } from '../asking/question.ts';
import { signInScreenAdded } from '../part-fixes.ts';

/** Asks where people sign in. */
export const signInScreen: QuestionKind = {
  name: 'sign-in-screen',
  ask({ model, survey }) {
    const { account } = model;
    const [first] = survey.screens();
    if (account === null || isAssumed(model, account) || first === undefined) return [];
    if (survey.allParts().some(({ part }) => part.kind === 'sign-in') || model.screens.some(({ name }) => name.text === 'Sign in'))
      return [];
    const write = (signUp: boolean) => signInScreenAdded(model, first.span, signUp);
    return [
      {
        id: 'sign-in-screen',
        section: 2,
        span: account.entity.span,
        question: 'Where do people sign in?',
        why: 'People have accounts, but no screen has a sign-in form.',
        dependents: 1,
        choices: [
          ...(account.signUp ? [lazyChoice('On its own screen, where they can sign up too', () => write(true))] : []),
          lazyChoice('On its own screen', () => write(false)),
        ],
      },
    ];
  },
};
