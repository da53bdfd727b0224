import { own } from '../../base/own.ts';

/** Loaded with the dialog that shows a secret. */
export interface ShownOnceWords {
  readonly title: string;
  readonly about: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  /** Closes the dialog. */
  readonly kept: string;
}

const english: ShownOnceWords = {
  title: 'Save this now',
  about: 'It is shown only once. Copy it to a safe place before you go on.',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'This browser blocked copying. Select the text and copy it.',
  kept: 'I’ve saved it',
};

const others: Readonly<Record<string, ShownOnceWords>> = {
  de: {
    title: 'Bewahren Sie das jetzt auf',
    about: 'Es wird nur einmal angezeigt. Kopieren Sie es an einen sicheren Ort, bevor Sie weitermachen.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    notCopied: 'Dieser Browser hat das Kopieren verhindert. Markieren Sie den Text und kopieren Sie ihn.',
    kept: 'Ich habe es aufbewahrt',
  },
  es: {
    title: 'Guárdelo ahora',
    about: 'Solo se muestra una vez. Cópielo en un lugar seguro antes de continuar.',
    copy: 'Copiar',
    copied: 'Copiado',
    notCopied: 'Este navegador ha impedido copiar. Seleccione el texto y cópielo.',
    kept: 'Lo he guardado',
  },
  fr: {
    title: 'Conservez ceci maintenant',
    about: 'Ce texte n’est affiché qu’une fois. Copiez-le en lieu sûr avant de continuer.',
    copy: 'Copier',
    copied: 'Copié',
    notCopied: 'Ce navigateur a empêché la copie. Sélectionnez le texte et copiez-le.',
    kept: 'Je l’ai conservé',
  },
  ar: {
    title: 'احفظ هذا الآن',
    about: 'يُعرض مرة واحدة فقط. انسخه إلى مكان آمن قبل المتابعة.',
    copy: 'نسخ',
    copied: 'تم النسخ',
    notCopied: 'منع هذا المتصفح النسخ. حدّد النص وانسخه.',
    kept: 'حفظته',
  },
};

/** In the language of the locale, or else in English. */
export const shownOnceWords = (locale: string): ShownOnceWords => own(others, locale.split('-')[0] ?? '') ?? english;
