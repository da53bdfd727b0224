import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, MustBe, Words } from '../words.ts';
import { counter } from './counter.ts';
import { frenchPartWords } from './fr-parts.ts';

const counted = counter('fr');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
  required: 'doit être rempli',
  text: 'doit être du texte',
  integer: 'doit être un nombre entier',
  decimal: 'doit être un nombre',
  money: 'doit être un montant avec deux décimales au plus',
  boolean: 'doit être oui ou non',
  date: 'doit être une date',
  time: 'doit être une heure',
  datetime: 'doit être une date avec une heure',
  duration: 'doit être une durée',
  email: 'doit être une adresse e-mail',
  url: 'doit être une adresse web qui commence par http:// ou https://',
  phone: 'doit être un numéro de téléphone',
  color: 'doit être une couleur',
  uuid: 'doit être un UUID',
  slug: 'ne peut contenir que des minuscules, des chiffres et des traits d’union',
  enum: 'doit être l’une des valeurs proposées',
  relation: 'doit être un élément existant',
  list: 'doit être une liste',
  file: 'doit être un fichier envoyé',
  image: 'doit être une image',
};

function refusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Connectez-vous pour continuer.';
    case 'FORBIDDEN':
      return 'Vous n’avez pas accès.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Introuvable.' : `${entity} : introuvable.`;
    case 'CONFLICT':
      return 'Cette action n’est pas possible pour le moment.';
    case 'INVALID':
      return field === '' ? 'Valeur non valide.' : `${field} : valeur non valide.`;
    case 'required':
      return `${field} doit être rempli.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'a une valeur non valide'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} : cette valeur est déjà utilisée.`;
    case 'referred':
      return `Suppression impossible : d’autres éléments l’utilisent encore (${entity} : ${field}).`;
    case 'rule':
      return `La règle « ${data['rule'] ?? ''} » n’est pas respectée.`;
    case 'no-field':
      return `${field} n’est pas un champ de ${entity}.`;
    case 'mistake-in-document':
      return 'Action impossible : le document contient une erreur.';
    case 'no-accounts':
      return 'Connexion impossible : le document ne définit aucun compte.';
    case 'sign-in':
      return 'Identifiants incorrects.';
    case 'TOO_MANY_ATTEMPTS':
      return `Trop de tentatives. Réessayez dans ${data['seconds'] ?? ''} secondes.`;
    case 'TOO_EXPENSIVE':
      return 'La demande est trop volumineuse. Affinez-la et réessayez.';
    case 'wrong-password':
      return 'Le mot de passe actuel est incorrect.';
    case 'too-many-rows':
      return `Un fichier peut contenir au plus ${data['most'] ?? ''} lignes ; celui-ci en contient ${data['rows'] ?? ''}. Divisez-le en plusieurs fichiers.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Il y a 1 autre erreur.' : `Il y a ${data['count'] ?? ''} autres erreurs.`;
    case 'failed':
      return 'Une erreur est survenue. Rien n’a été modifié.';
    case 'storage-full':
      return 'Le stockage de votre navigateur est plein : rien n’a été enregistré. Supprimez ce dont vous n’avez plus besoin ou libérez de l’espace dans les réglages du navigateur, puis réessayez.';
    case 'not-saved':
      return `Votre navigateur n’a pas pu l’enregistrer : rien n’a été modifié. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'La modification n’a peut-être pas été enregistrée. Rechargez la page avant de réessayer.';
    case 'unavailable':
      return 'Le service ne répond pas pour le moment et rien n’a été enregistré. Réessayez dans un instant.';
  }
}

function chartTitle({ aggregate, entity, entities, field, by, per }: ChartWords): string {
  const what = { count: entities ?? entity, sum: 'Total', avg: 'Moyenne', min: 'Minimum', max: 'Maximum' }[aggregate];
  const times = { day: 'jour', week: 'semaine', month: 'mois', year: 'an' };
  return `${what}${aggregate === 'count' ? '' : ` (${field})`} par ${by.toLocaleLowerCase('fr')}${per ? ` et par ${times[per]}` : ''}`;
}

export const frenchWords: Words = {
  ui: {
    close: 'Fermer',
    clear: 'Effacer',
    choose: 'Choisir…',
    none: 'Aucun',
    searching: 'Recherche en cours…',
    nothingFound: 'Aucun résultat',
    searchFailed: 'La recherche a échoué. Réessayez.',
    didNotLoad: 'Le chargement a échoué. Vérifiez votre connexion et réessayez.',
    remove: (what) => `Retirer ${what}`,
    addTag: 'Ajouter…',
    dropFile: 'Déposez ou collez un fichier ici, ou',
    chooseFile: 'choisissez-en un',
    previousPage: 'Page précédente',
    nextPage: 'Page suivante',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} sur ${counted(total, { other: '#' })}`,
    required: 'obligatoire',
    increase: 'Augmenter',
    decrease: 'Diminuer',
    loading: 'Chargement',
    notifications: 'Notifications',
    unavailable: 'Indisponible pour le moment',
    resize: 'Redimensionner',
  },
  navigation: 'Écrans',
  openNavigation: 'Ouvrir la navigation',
  actingAs: 'Personne active :',
  nobody: 'Personne',
  signedOut: 'non connecté',
  people: 'Passer à',
  language: 'Langue',
  signOut: 'Se déconnecter',
  signIn: 'Se connecter',
  signUp: 'S’inscrire',
  signedIn: 'Connexion réussie',
  signInRefused: () => 'Identifiants incorrects.',
  why: 'Pourquoi ?',
  whyLong: (message) => `Pourquoi ? ${message}`,
  assumed: 'supposé',
  assumedScreen: 'Le document ne définit pas le contenu de cet écran. Cet affichage est une hypothèse.',
  hole: 'non précisé',
  fillIn: 'Compléter',
  notShown: 'Non précisé pour l’instant',
  nothingKnown: 'Rien pour l’instant',
  nothingKnownText: 'Ce produit n’est pas encore décrit. Complétez l’une des neuf sections ci-dessous : le produit se met à jour aussitôt.',
  unknownSection: 'Non précisé pour l’instant.',
  sectionStates: { shown: 'précisé', described: 'décrit', assumed: 'supposé', 'not shown': 'non précisé' },
  noScreen: 'Page introuvable',
  noScreenText: (path) => `Aucun écran à l’adresse ${path}.`,
  noScreens: 'Vous n’avez accès à aucun écran.',
  backToStart: 'Retour à l’accueil',
  goBack: 'Retour',
  tryAgain: 'Réessayer',
  broken: 'Le chargement a échoué.',
  unreadPart: 'Cette partie ne peut pas être lue',
  holePart: 'Non précisé pour l’instant',
  noComponent: (name) => `Le composant « ${name} » est manquant`,
  noComponentText: 'Le document utilise ici un composant personnalisé qui n’a pas été fourni. Tout le reste de l’écran fonctionne.',
  noComponentHow:
    'Indiquez son fichier à `ninefold build` avec --components seat-map.js, ou placez-le dans un dossier « components » à côté du document. Le guide de compilation explique comment en écrire un.',
  componentFailed: (name) => `Le composant « ${name} » a échoué et ne peut pas être affiché.`,
  search: 'Rechercher',
  filters: 'Filtres',
  clearFilters: 'Effacer',
  skip: 'Aller au contenu',
  noMatches: 'Aucun résultat',
  noMatchesText: 'Essayez d’autres mots ou moins de filtres.',
  emptyList: () => 'Aucun élément pour l’instant',
  selected: (count) => counted(count, { one: '# sélectionné', other: '# sélectionnés' }),
  selectAll: 'Tout sélectionner',
  selectRow: (label) => `Sélectionner ${label}`,
  clearSelection: 'Effacer la sélection',
  bulkDone: (event, count) => `« ${event} » ${counted(count, { one: 'appliqué à # élément', other: 'appliqué à # éléments' })}`,
  bulkDeleted: (count) => counted(count, { one: '# élément supprimé', other: '# éléments supprimés' }),
  bulkRefused: (refused, count, message) =>
    `${counted(refused, { one: '# échec', other: '# échecs' })} sur ${counted(count, { other: '#' })} : ${message}`,
  edit: (field) => `Modifier ${field}`,
  save: 'Enregistrer',
  create: (entity) => `Créer : ${entity}`,
  undo: 'Annuler',
  undone: 'Modification annulée',
  saved: 'Enregistré',
  created: (entity) => `Créé : ${entity}`,
  deleted: (label) => `« ${label} » supprimé`,
  delete: 'Supprimer',
  deleteTitle: (label) => `Supprimer « ${label} » ?`,
  deleteText: 'Cette action est irréversible.',
  cancel: 'Annuler',
  done: (event) => `« ${event} » effectué`,
  requiredField: 'Champ obligatoire',
  notANumber: 'Saisissez un nombre.',
  notWhole: 'Saisissez un nombre entier.',
  notJson: 'Saisissez du JSON valide.',
  yes: 'Oui',
  no: 'Non',
  nothing: '–',
  write: 'Écrire',
  preview: 'Aperçu',
  emptyPreview: 'Aucun aperçu',
  removeFile: 'Retirer le fichier',
  days: 'jours',
  hours: 'heures',
  minutes: 'minutes',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  discardDraft: 'Abandonner',
  draftKept: 'Votre brouillon a été restauré.',
  draftFailed: 'Votre brouillon n’a pas pu être enregistré.',
  more: (count) => counted(count, { one: '# autre', other: '# autres' }),
  moveTo: 'Déplacer vers',
  moveCard: (label) => `Déplacer ${label}`,
  emptyColumn: 'Aucun élément',
  noHistory: 'Aucune activité pour l’instant',
  byItself: { create: 'Créé', update: 'Modifié', delete: 'Supprimé' },
  did: (event) => `· ${event}`,
  movedByItself: (state) => `Passé automatiquement à « ${state} »`,
  changedByItself: 'Modifié automatiquement',
  operations: { create: 'a créé l’élément', update: 'a modifié l’élément', delete: 'a supprimé l’élément' },
  noRecord: 'Rien à afficher',
  cannotReckon: 'Le calcul a échoué.',
  today: 'Aujourd’hui',
  asTable: 'Afficher en tableau',
  noData: 'Aucune donnée pour l’instant',
  openImage: 'Ouvrir l’image',
  view: 'Vue',
  chartTitle,
  dragging: {
    how: 'Appuyez sur Espace pour saisir la carte, sur les flèches pour la déplacer, de nouveau sur Espace pour la déposer, sur Échap pour annuler.',
    lifted: (label) => `Carte saisie : ${label}.`,
    over: (label, column) => `${label} est au-dessus de ${column}.`,
    notOver: (label) => `${label} n’est au-dessus d’aucune colonne.`,
    dropped: (label, column) => `Carte déposée dans ${column} : ${label}.`,
    cancelled: (label) => `Annulé. La carte n’a pas bougé : ${label}.`,
  },
  actFreely: 'Aucun mot de passe requis : ces données n’existent que dans ce navigateur.',
  account: {
    title: 'Compte',
    nothing: 'Rien à modifier ici',
    password: 'Mot de passe',
    current: 'Mot de passe actuel',
    confirm: 'Confirmez votre identité',
    next: 'Nouveau mot de passe',
    change: 'Modifier le mot de passe',
    changed: 'Mot de passe modifié. Vous avez été déconnecté de tous les autres appareils.',
    sessions: 'Où vous êtes connecté',
    began: 'Connecté',
    expires: 'Expire',
    here: 'Cet appareil',
    end: 'Fermer la session',
    endAll: 'Se déconnecter partout',
  },
  site: {
    starting: 'Démarrage…',
    notStarted: 'L’application n’a pas pu démarrer.',
    fleeting: 'Ce navigateur n’enregistre pas les données de cette page. Vos modifications seront perdues à la fermeture.',
    newVersion: 'Une nouvelle version est disponible.',
    useNewVersion: 'Mettre à jour',
    behind: 'La nouvelle version ne peut pas conserver toutes vos données',
    behindText: 'Vous utilisez toujours la version actuelle. La mise à jour supprimerait :',
    takeAnyway: 'Mettre à jour et supprimer ces données',
    keepData: 'Conserver mes données',
  },
  palette: {
    title: 'Rechercher ou lancer une commande',
    placeholder: 'Rechercher ou lancer une commande…',
    nothing: 'Aucun résultat',
    screens: 'Écrans',
    records: 'Éléments',
    actions: 'Actions',
    shortcuts: 'Raccourcis clavier',
    copyLink: 'Copier le lien',
    linkCopied: 'Lien copié',
    linkNotCopied: 'Le navigateur a bloqué la copie. Vous pouvez copier le lien depuis la barre d’adresse.',
    print: 'Imprimer',
    themes: { light: 'Clair', dark: 'Sombre', system: 'Système' },
    keys: {
      palette: 'Rechercher ou lancer une commande',
      help: 'Afficher les raccourcis clavier',
      send: 'Envoyer le formulaire',
      toasts: 'Aller aux notifications',
      close: 'Fermer la fenêtre ou le menu ouvert',
      menu: 'Se déplacer dans les listes et les menus',
      drag: 'Saisir ou déposer une carte',
    },
  },
  parts: frenchPartWords,
  refusal,
};
