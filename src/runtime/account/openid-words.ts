/** Why signing in through the provider failed, as `serve` writes it into the page's address. */
type Failure = 'expired' | 'declined' | 'failed' | 'unavailable' | 'unverified' | 'unknown' | 'incomplete';

export interface OpenIdWords {
  /** `name`: the provider's name. */
  with(name: string): string;
  readonly failures: Readonly<Record<Failure, string>>;
}

const english: OpenIdWords = {
  with: (name) => `Continue with ${name}`,
  failures: {
    expired: 'Signing in took too long or began in another window. Please try again.',
    declined: 'You cancelled signing in.',
    failed: 'The sign-in service refused the request. Please try again.',
    unavailable: 'The sign-in service can’t be reached right now. Please try again later.',
    unverified: 'Your email address isn’t verified there yet. Verify it, then try again.',
    unknown: 'There is no account with your email address here.',
    incomplete: 'Your account needs more details than the sign-in service provides. Sign up here first.',
  },
};

/** By language; loaded only with the button. */
const others: Readonly<Record<string, OpenIdWords>> = {
  de: {
    with: (name) => `Weiter mit ${name}`,
    failures: {
      expired: 'Die Anmeldung hat zu lange gedauert oder in einem anderen Fenster begonnen. Bitte versuchen Sie es erneut.',
      declined: 'Sie haben die Anmeldung abgebrochen.',
      failed: 'Der Anmeldedienst hat die Anfrage abgelehnt. Bitte versuchen Sie es erneut.',
      unavailable: 'Der Anmeldedienst ist gerade nicht erreichbar. Bitte versuchen Sie es später erneut.',
      unverified: 'Ihre E-Mail-Adresse ist dort noch nicht bestätigt. Bestätigen Sie sie und versuchen Sie es dann erneut.',
      unknown: 'Hier gibt es kein Konto mit Ihrer E-Mail-Adresse.',
      incomplete: 'Ihr Konto braucht mehr Angaben, als der Anmeldedienst liefert. Registrieren Sie sich zuerst hier.',
    },
  },
  es: {
    with: (name) => `Continuar con ${name}`,
    failures: {
      expired: 'El inicio de sesión tardó demasiado o comenzó en otra ventana. Inténtelo de nuevo.',
      declined: 'Ha cancelado el inicio de sesión.',
      failed: 'El servicio de inicio de sesión rechazó la solicitud. Inténtelo de nuevo.',
      unavailable: 'No se puede acceder al servicio de inicio de sesión. Inténtelo más tarde.',
      unverified: 'Su dirección de correo aún no está verificada allí. Verifíquela e inténtelo de nuevo.',
      unknown: 'Aquí no hay ninguna cuenta con su dirección de correo.',
      incomplete: 'Su cuenta necesita más datos de los que da el servicio. Regístrese aquí primero.',
    },
  },
  fr: {
    with: (name) => `Continuer avec ${name}`,
    failures: {
      expired: 'La connexion a pris trop de temps ou a commencé dans une autre fenêtre. Veuillez réessayer.',
      declined: 'Vous avez annulé la connexion.',
      failed: 'Le service de connexion a refusé la demande. Veuillez réessayer.',
      unavailable: 'Le service de connexion est injoignable pour le moment. Veuillez réessayer plus tard.',
      unverified: 'Votre adresse e-mail n’y est pas encore vérifiée. Vérifiez-la, puis réessayez.',
      unknown: 'Aucun compte n’a ici votre adresse e-mail.',
      incomplete: 'Votre compte demande plus d’informations que le service n’en donne. Inscrivez-vous d’abord ici.',
    },
  },
  ar: {
    with: (name) => `المتابعة باستخدام ${name}`,
    failures: {
      expired: 'استغرق تسجيل الدخول وقتًا طويلًا أو بدأ في نافذة أخرى. حاول مرة أخرى.',
      declined: 'لقد ألغيت تسجيل الدخول.',
      failed: 'رفضت خدمة تسجيل الدخول الطلب. حاول مرة أخرى.',
      unavailable: 'يتعذر الوصول إلى خدمة تسجيل الدخول الآن. حاول لاحقًا.',
      unverified: 'لم يتم تأكيد بريدك الإلكتروني هناك بعد. أكّده ثم حاول مرة أخرى.',
      unknown: 'لا يوجد هنا حساب بعنوان بريدك الإلكتروني.',
      incomplete: 'يحتاج حسابك إلى بيانات أكثر مما تقدمه الخدمة. أنشئ حسابًا هنا أولًا.',
    },
  },
};

/** `language`: a BCP 47 tag. */
export const openIdWords = (language: string): OpenIdWords => others[language.split('-')[0] ?? ''] ?? english;
