import { own } from '../../base/own.ts';
import type { LinkPurpose } from '../../engine/messages/mail-payload.ts';

type Asked = 'reset' | 'confirm';

/** Texts about mailed links; loaded with the pages and forms that show them. */
export interface LinkWords {
  /** Links below the sign-in form to the pages that request a mail. */
  readonly ways: Readonly<Record<Asked, string>>;
  readonly ask: Readonly<Record<Asked, { readonly title: string; readonly about: string }>>;
  readonly address: string;
  readonly send: string;
  readonly sent: { readonly title: string; readonly about: string };
  readonly use: Readonly<Record<LinkPurpose, { readonly title: string; readonly about: string; readonly action: string }>>;
  readonly expired: { readonly title: string; readonly about: string };
  readonly invite: { readonly title: string; readonly role: string; readonly send: string; readonly done: string };
}

const english: LinkWords = {
  ways: { reset: 'Forgot your password?', confirm: 'Confirm your email address' },
  ask: {
    reset: { title: 'Reset your password', about: 'Enter your email address. We’ll mail you a link to set a new password.' },
    confirm: { title: 'Confirm your email address', about: 'Enter your email address. We’ll mail you a link to confirm it.' },
  },
  address: 'Email address',
  send: 'Mail me a link',
  sent: {
    title: 'Check your mail',
    about: 'We’ve sent a link to this address, if it can be used here. It may take a few minutes; check your spam folder, too.',
  },
  use: {
    reset: { title: 'Set a new password', about: 'You’ll be signed out everywhere else.', action: 'Set password' },
    confirm: { title: 'Confirm your email address', about: 'Enter your password to confirm this address.', action: 'Confirm' },
    'sign-up': { title: 'Finish signing up', about: 'Enter the password that you chose.', action: 'Create account' },
    invite: { title: 'Create your account', about: 'You are invited. A few details, and you’re in.', action: 'Create account' },
  },
  expired: { title: 'This link doesn’t work any more', about: 'Links work once, and only for a while. Ask for a new one.' },
  invite: { title: 'Invite people', role: 'Role', send: 'Send invitation', done: 'Invitation sent' },
};

const others: Readonly<Record<string, LinkWords>> = {
  de: {
    ways: { reset: 'Passwort vergessen?', confirm: 'E-Mail-Adresse bestätigen' },
    ask: {
      reset: {
        title: 'Passwort zurücksetzen',
        about: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link für ein neues Passwort.',
      },
      confirm: {
        title: 'E-Mail-Adresse bestätigen',
        about: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, der sie bestätigt.',
      },
    },
    address: 'E-Mail-Adresse',
    send: 'Link senden',
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      about:
        'Wir haben einen Link an diese Adresse gesendet, wenn sie hier verwendet werden kann. Das kann einige Minuten dauern; sehen Sie auch im Spam-Ordner nach.',
    },
    use: {
      reset: { title: 'Neues Passwort festlegen', about: 'Überall sonst werden Sie abgemeldet.', action: 'Passwort festlegen' },
      confirm: {
        title: 'E-Mail-Adresse bestätigen',
        about: 'Geben Sie Ihr Passwort ein, um diese Adresse zu bestätigen.',
        action: 'Bestätigen',
      },
      'sign-up': {
        title: 'Registrierung abschließen',
        about: 'Geben Sie das Passwort ein, das Sie gewählt haben.',
        action: 'Konto anlegen',
      },
      invite: { title: 'Konto anlegen', about: 'Sie sind eingeladen. Nur noch ein paar Angaben.', action: 'Konto anlegen' },
    },
    expired: { title: 'Dieser Link gilt nicht mehr', about: 'Links gelten einmal und nur eine Zeit lang. Fordern Sie einen neuen an.' },
    invite: { title: 'Personen einladen', role: 'Rolle', send: 'Einladung senden', done: 'Einladung gesendet' },
  },
  es: {
    ways: { reset: '¿Ha olvidado su contraseña?', confirm: 'Confirmar su dirección de correo' },
    ask: {
      reset: {
        title: 'Restablecer su contraseña',
        about: 'Introduzca su dirección de correo. Le enviaremos un enlace para elegir una contraseña nueva.',
      },
      confirm: {
        title: 'Confirmar su dirección de correo',
        about: 'Introduzca su dirección de correo. Le enviaremos un enlace para confirmarla.',
      },
    },
    address: 'Dirección de correo',
    send: 'Enviar enlace',
    sent: {
      title: 'Mire su correo',
      about:
        'Hemos enviado un enlace a esta dirección, si se puede usar aquí. Puede tardar unos minutos; mire también en la carpeta de correo no deseado.',
    },
    use: {
      reset: {
        title: 'Elegir una contraseña nueva',
        about: 'Se cerrará su sesión en todos los demás sitios.',
        action: 'Guardar contraseña',
      },
      confirm: {
        title: 'Confirmar su dirección de correo',
        about: 'Introduzca su contraseña para confirmar esta dirección.',
        action: 'Confirmar',
      },
      'sign-up': { title: 'Terminar el registro', about: 'Introduzca la contraseña que eligió.', action: 'Crear mi cuenta' },
      invite: { title: 'Crear su cuenta', about: 'Le han invitado. Solo faltan unos datos.', action: 'Crear mi cuenta' },
    },
    expired: { title: 'Este enlace ya no sirve', about: 'Los enlaces sirven una vez y por un tiempo. Pida uno nuevo.' },
    invite: { title: 'Invitar a personas', role: 'Rol', send: 'Enviar invitación', done: 'Invitación enviada' },
  },
  fr: {
    ways: { reset: 'Mot de passe oublié ?', confirm: 'Confirmer votre adresse e-mail' },
    ask: {
      reset: {
        title: 'Réinitialiser votre mot de passe',
        about: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
      },
      confirm: {
        title: 'Confirmer votre adresse e-mail',
        about: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour la confirmer.',
      },
    },
    address: 'Adresse e-mail',
    send: 'Envoyer le lien',
    sent: {
      title: 'Consultez vos e-mails',
      about:
        'Nous avons envoyé un lien à cette adresse, si elle peut être utilisée ici. Cela peut prendre quelques minutes ; regardez aussi vos indésirables.',
    },
    use: {
      reset: {
        title: 'Choisir un nouveau mot de passe',
        about: 'Vous serez déconnecté partout ailleurs.',
        action: 'Enregistrer le mot de passe',
      },
      confirm: {
        title: 'Confirmer votre adresse e-mail',
        about: 'Saisissez votre mot de passe pour confirmer cette adresse.',
        action: 'Confirmer',
      },
      'sign-up': { title: 'Terminer l’inscription', about: 'Saisissez le mot de passe que vous avez choisi.', action: 'Créer mon compte' },
      invite: { title: 'Créer votre compte', about: 'Vous êtes invité. Encore quelques informations.', action: 'Créer mon compte' },
    },
    expired: { title: 'Ce lien ne fonctionne plus', about: 'Un lien sert une fois, et pour un temps. Demandez-en un nouveau.' },
    invite: { title: 'Inviter des personnes', role: 'Rôle', send: 'Envoyer l’invitation', done: 'Invitation envoyée' },
  },
  ar: {
    ways: { reset: 'هل نسيت كلمة المرور؟', confirm: 'تأكيد عنوان بريدك الإلكتروني' },
    ask: {
      reset: { title: 'إعادة تعيين كلمة المرور', about: 'أدخل عنوان بريدك الإلكتروني، وسنرسل إليك رابطًا لتعيين كلمة مرور جديدة.' },
      confirm: { title: 'تأكيد عنوان بريدك الإلكتروني', about: 'أدخل عنوان بريدك الإلكتروني، وسنرسل إليك رابطًا لتأكيده.' },
    },
    address: 'عنوان البريد الإلكتروني',
    send: 'أرسل الرابط',
    sent: {
      title: 'راجع بريدك',
      about: 'أرسلنا رابطًا إلى هذا العنوان إن كان يمكن استخدامه هنا. قد يستغرق ذلك بضع دقائق؛ راجع أيضًا مجلد الرسائل غير المرغوب فيها.',
    },
    use: {
      reset: { title: 'تعيين كلمة مرور جديدة', about: 'سيُسجَّل خروجك من كل مكان آخر.', action: 'تعيين كلمة المرور' },
      confirm: { title: 'تأكيد عنوان بريدك الإلكتروني', about: 'أدخل كلمة مرورك لتأكيد هذا العنوان.', action: 'تأكيد' },
      'sign-up': { title: 'إكمال التسجيل', about: 'أدخل كلمة المرور التي اخترتها.', action: 'إنشاء حسابي' },
      invite: { title: 'إنشاء حسابك', about: 'لقد دُعيت. بقيت بعض البيانات فقط.', action: 'إنشاء حسابي' },
    },
    expired: { title: 'لم يعد هذا الرابط يعمل', about: 'تعمل الروابط مرة واحدة ولمدة محدودة. اطلب رابطًا جديدًا.' },
    invite: { title: 'دعوة أشخاص', role: 'الدور', send: 'إرسال الدعوة', done: 'أُرسلت الدعوة' },
  },
};

export const linkWords = (locale: string): LinkWords => own(others, locale.split('-')[0] ?? '') ?? english;
