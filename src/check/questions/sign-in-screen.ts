import { isAssumed } from '../analysis/assumed.ts';
import { choiceLater, type QuestionKind } from '../asking/question.ts';
import { addRows, inSteps, writeIn } from '../asking/write.ts';

/** Where people sign in. */
export const signInScreen: QuestionKind = {
  name: 'sign-in-screen',
  ask({ model, survey }) {
    const { account } = model;
    const [first] = survey.screens();
    if (account === null || isAssumed(model, account) || first === undefined) return [];
    if (survey.allParts().some(({ part }) => part.kind === 'sign-in') || model.screens.some(({ name }) => name.text === 'Sign in'))
      return [];
    const parts = (signUp: boolean) => `### Sign in\n\n- sign-in form${signUp ? '\n- sign-up form' : ''}`;
    const write = (signUp: boolean) =>
      inSteps(
        model,
        (now) => addRows(now, first.span, [{ Screen: 'Sign in', Route: '/sign-in' }]),
        (now) => writeIn(now, 2, parts(signUp)),
      );
    return [
      {
        id: 'sign-in-screen',
        section: 2,
        span: account.entity.span,
        question: 'Where do people sign in?',
        why: 'They have accounts, and no screen has a form to sign in.',
        dependents: 1,
        choices: [
          ...(account.signUp ? [choiceLater('On its own screen, where they can sign up too', () => write(true))] : []),
          choiceLater('On its own screen', () => write(false)),
        ],
      },
    ];
  },
};
