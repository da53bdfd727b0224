/** Account texts beyond the common ones; loaded with the dialogs that show them. */
export interface AccountMoreWords {
  readonly code: string;
  readonly second: string;
  /** Explains what the second factor is for. */
  readonly about: string;
  readonly turnOn: string;
  readonly turnOff: string;
  readonly scan: string;
  /** The QR code's alternative text. */
  readonly picture: string;
  /** Shown before the secret. */
  readonly typed: string;
  readonly confirm: string;
  /** `left`: the number of recovery codes left. */
  on(left: number): string;
  readonly renew: string;
  readonly recovery: string;
  readonly keep: string;
  readonly kept: string;
  readonly devices: string;
  /** Explains what remembering a browser does. */
  readonly devicesAbout: string;
  /** Shown before the time of the last sign-in. */
  readonly seen: string;
  readonly forget: string;
  /** The page of mails and requests that the product sends. */
  readonly outbox: string;
}

const english: AccountMoreWords = {
  code: 'Code from your app, or a recovery code',
  second: 'Second factor',
  about: 'When you sign in, you also enter a code from an authenticator app on your phone.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  scan: 'Scan this with your authenticator app, then enter the code it shows.',
  picture: 'QR code for your authenticator app',
  typed: 'Or type this key:',
  confirm: 'Confirm',
  on: (left) => `On. ${left === 1 ? '1 recovery code' : `${left} recovery codes`} left.`,
  renew: 'New recovery codes',
  recovery: 'Recovery codes',
  keep: 'Keep these somewhere safe. Each signs you in once without your phone. They aren’t shown again.',
  kept: 'I’ve saved them',
  devices: 'Remembered devices',
  devicesAbout: 'You signed in on these before. Wrong passwords that others try don’t slow you down here.',
  seen: 'Last signed in',
  forget: 'Forget',
  outbox: 'Outbox',
};

const others: Readonly<Record<string, AccountMoreWords>> = {
  de: {
    code: 'Code aus Ihrer App oder ein Wiederherstellungscode',
    second: 'Zweiter Faktor',
    about: 'Beim Anmelden geben Sie zusätzlich einen Code aus einer Authenticator-App auf Ihrem Telefon ein.',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    scan: 'Scannen Sie dies mit Ihrer Authenticator-App und geben Sie dann den Code ein, den sie zeigt.',
    picture: 'QR-Code für Ihre Authenticator-App',
    typed: 'Oder tippen Sie diesen Schlüssel ein:',
    confirm: 'Bestätigen',
    on: (left) => `Eingeschaltet. Noch ${left === 1 ? '1 Wiederherstellungscode' : `${left} Wiederherstellungscodes`}.`,
    renew: 'Neue Wiederherstellungscodes',
    recovery: 'Wiederherstellungscodes',
    keep: 'Bewahren Sie diese sicher auf. Jeder meldet Sie einmal ohne Telefon an. Sie werden nicht noch einmal angezeigt.',
    kept: 'Ich habe sie aufbewahrt',
    devices: 'Gemerkte Geräte',
    devicesAbout: 'Hier haben Sie sich schon einmal angemeldet. Falsche Passwörter, die andere versuchen, bremsen Sie hier nicht.',
    seen: 'Zuletzt angemeldet',
    forget: 'Vergessen',
    outbox: 'Postausgang',
  },
  es: {
    code: 'Código de su aplicación o un código de recuperación',
    second: 'Segundo factor',
    about: 'Al iniciar sesión introducirá también un código de una aplicación de autenticación de su teléfono.',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    scan: 'Escanee esto con su aplicación de autenticación e introduzca el código que muestra.',
    picture: 'Código QR para su aplicación de autenticación',
    typed: 'O escriba esta clave:',
    confirm: 'Confirmar',
    on: (left) => `Activado. ${left === 1 ? 'Queda 1 código de recuperación' : `Quedan ${left} códigos de recuperación`}.`,
    renew: 'Nuevos códigos de recuperación',
    recovery: 'Códigos de recuperación',
    keep: 'Guárdelos en un lugar seguro. Cada uno le permite entrar una vez sin su teléfono. No se volverán a mostrar.',
    kept: 'Los he guardado',
    devices: 'Dispositivos recordados',
    devicesAbout: 'Ya ha iniciado sesión en ellos. Las contraseñas erróneas que prueben otros no le retrasan aquí.',
    seen: 'Último inicio de sesión',
    forget: 'Olvidar',
    outbox: 'Bandeja de salida',
  },
  fr: {
    code: 'Code de votre application ou code de secours',
    second: 'Second facteur',
    about: 'À la connexion, vous saisissez aussi un code d’une application d’authentification de votre téléphone.',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    scan: 'Scannez ceci avec votre application d’authentification, puis saisissez le code affiché.',
    picture: 'Code QR pour votre application d’authentification',
    typed: 'Ou saisissez cette clé :',
    confirm: 'Confirmer',
    on: (left) => `Activé. ${left === 1 ? 'Il reste 1 code de secours' : `Il reste ${left} codes de secours`}.`,
    renew: 'Nouveaux codes de secours',
    recovery: 'Codes de secours',
    keep: 'Conservez-les en lieu sûr. Chacun vous connecte une fois sans votre téléphone. Ils ne seront plus affichés.',
    kept: 'Je les ai conservés',
    devices: 'Appareils mémorisés',
    devicesAbout: 'Vous vous y êtes déjà connecté. Les mots de passe erronés essayés par d’autres ne vous y ralentissent pas.',
    seen: 'Dernière connexion',
    forget: 'Oublier',
    outbox: 'Boîte d’envoi',
  },
  ar: {
    code: 'الرمز من تطبيقك أو رمز الاسترداد',
    second: 'العامل الثاني',
    about: 'عند تسجيل الدخول تُدخل أيضًا رمزًا من تطبيق المصادقة على هاتفك.',
    turnOn: 'تشغيل',
    turnOff: 'إيقاف',
    scan: 'امسح هذا بتطبيق المصادقة ثم أدخل الرمز الذي يعرضه.',
    picture: 'رمز QR لتطبيق المصادقة',
    typed: 'أو اكتب هذا المفتاح:',
    confirm: 'تأكيد',
    on: (left) => `مُشغَّل. رموز الاسترداد المتبقية: ${left}.`,
    renew: 'رموز استرداد جديدة',
    recovery: 'رموز الاسترداد',
    keep: 'احتفظ بها في مكان آمن. كل رمز يتيح لك الدخول مرة واحدة دون هاتفك. لن تُعرض مرة أخرى.',
    kept: 'لقد حفظتها',
    devices: 'الأجهزة المحفوظة',
    devicesAbout: 'سبق أن سجّلت الدخول منها. كلمات المرور الخاطئة التي يجربها الآخرون لا تؤخرك عليها.',
    seen: 'آخر تسجيل دخول',
    forget: 'نسيان',
    outbox: 'البريد الصادر',
  },
};

/** `language`: a BCP 47 tag. */
export const accountWords = (language: string): AccountMoreWords => others[language.split('-')[0] ?? ''] ?? english;
