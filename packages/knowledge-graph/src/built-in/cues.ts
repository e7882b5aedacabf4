/** Words, folded, by which the built-in method tells what a name names. No lists of names of places or companies. */

const set = (words: string) => new Set(words.split(/\s+/));

/** A name with one of these is an organisation's. */
export const organizationWords =
  set(`inc ltd llc llp plc corp corporation gmbh group organization organisation organisations institution holdings bank university college
institute school academy hospital clinic ministry department agency commission committee council senate parliament
congress assembly association foundation society federation union league club company laboratory laboratories court
tribunal office bureau authority board administration treasury police army navy museum library church press times
journal network services systems technologies industries partners airlines airways motors pharmaceuticals
groupe banque universite ecole lycee institut academie hopital clinique ministere direction agence comite
conseil senat parlement assemblee fondation societe federation syndicat compagnie laboratoire cour prefecture
mairie service caisse autorite musee bibliotheque eglise gouvernement regie consortium communaute metropole syndicat
government confederation chambre chamber`);

/** With one of these, it is a place's. */
export const locationWords =
  set(`river lake mount mountain mountains street avenue road boulevard square park island
islands bay gulf ocean sea valley desert county province state district borough city town village airport bridge
states kingdom republic peninsula coast canyon falls north south east west
riviere fleuve lac mont montagne rue chemin place parc ile iles baie golfe mer vallee comte quartier arrondissement
ville village aeroport pont cote presqu boul autoroute canton municipalite nord sud ouest`);

export const eventWords =
  set(`war battle revolution conference summit congress festival olympics olympiad games cup
championship championships tournament election elections exhibition expo symposium workshop crisis earthquake hurricane
pandemic strike treaty agreement act day
guerre bataille conference sommet congres jeux coupe championnat championnats tournoi election elections exposition
colloque atelier crise seisme ouragan pandemie greve traite accord fete salon tour`);

/** Before a name, without belonging to it: a person follows. */
export const personTitles =
  set(`mr mrs ms miss dr prof professor sir lord lady president chairman chairwoman minister
senator governor mayor judge justice captain general colonel king queen prince princess pope saint secretary director
m mm mme mmes mlle me dr pr docteur professeur monsieur madame maitre president presidente ministre senateur senatrice
depute deputee gouverneur maire juge capitaine general colonel roi reine prince princesse pape saint sainte directeur
directrice commissaire`);

/** After or before a name: somebody speaks or acts. */
export const personVerbs = set(`said says born wrote writes died argued told thinks believes lives married
dit ecrit declare ne nee mort morte pense affirme explique vit epouse`);

/** Before a name: somewhere. */
export const placePrepositions = set('in at near from across throughout around a en au aux vers depuis pres');

/** The commonest given names of English and French. */
export const givenNames =
  set(`lucy sophia grace ella mia chloe oscar oliver harry max adam ian alan martin philip hugh
sean colin roy carl karl victor leon albert alfred ernest frederick harold howard jeremy kate lily eva ava zoe
simone yvonne colette odile brigitte josephine fabienne veronica laure lucie agnes elise anne alexandra noah liam
lucien fernand raymond yann loic fabien franck florence mathilde clara ines
james john robert michael william david richard joseph thomas charles christopher daniel
matthew anthony mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey
ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel frank gregory alexander
patrick jack dennis jerry peter henry walter arthur albert mary patricia jennifer linda elizabeth barbara susan jessica
sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah
stephanie rebecca sharon laura cynthia kathleen amy angela anna brenda emma nicole helen samantha katherine christine
rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria alice
jean pierre michel philippe alain nicolas christophe bernard francois laurent frederic stephane pascal
julien olivier thierry sebastien jerome vincent antoine guillaume louis jacques didier bruno fabrice emmanuel mathieu
romain maxime alexandre gilles dominique christian luc marc yves andre claude henri roger rene maurice gerard hugo leo
lucas marie nathalie isabelle sylvie valerie francoise martine catherine monique sophie veronique
sandrine celine aurelie camille chloe lea manon julie claire charlotte helene jeanne juliette louise margot
pauline benoit etienne simon xavier raphael gabriel arnaud damien cedric ludovic`);

/** Written with a capital, but parts of a document and of the calendar rather than names. */
export const structureWords =
  set(`article articles section sections chapter part figure fig table appendix annex page
note notes step example equation item line box chart exhibit paragraph schedule volume title question answer
axe axes phase phases volet lot tome bloc niveau option
chapitre partie tableau annexe etape exemple ligne paragraphe titre alinea point
january february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi
vendredi samedi dimanche`);

/** Common words that begin sentences and headings with a capital and name nothing. */
export const plainWords =
  set(`lors je tu alors most their after nearby throughout one two three four five six seven eight nine ten
our your his her my some all each both during before under over about between however although therefore thus moreover furthermore because since while when where if
although many several first second third finally also another following according based using used given see
introduction conclusion abstract summary references contents overview background results discussion method methods
total yes ok new general annual report information data please here today
cependant toutefois ainsi donc neanmoins puis enfin ensuite selon lorsque quand plusieurs certains certaines afin
depuis malgre parmi voici voila conclusion resume sommaire references introduction contexte resultats methode total
oui non nouveau nouvelle general generale rapport premier premiere deuxieme chaque aucun aucune tout toute tous toutes
it its he she they we you this that these those there what which who how why the a an and or but for of in on at to as
by with from into not no be is are was were has have had do does did can could may might must shall should will would
il elle ils elles nous vous on ce cet cette ces le la les un une des du de et ou mais car si ne pas qui que quoi dont
ou par pour dans sur sous avec sans chez entre vers est sont etait ete avoir etre fait son sa ses leur leurs mon ma mes
notre nos votre vos au aux en y se comme plus moins tres bien aussi deja encore apres avant pendant contre`);

/** Lower-case words that may be inside a name. */
export const connectors =
  set(`of the for de du des la le les l d del della van von der den da di al el bin y sur aux
pour`);

/** Small words, and others that no term of a field begins or ends with. */
export const termStops =
  set(`also such other each any all some more most less least than then only very same own both
either neither much many few several following based used using made given shown taken including included regarding
concerning due per via within without between among during before after above below under over about
autre autres meme memes tel telle tels telles tres aussi ainsi alors donc cas lieu partie type types fait faire
etre avoir peut peuvent doit doivent selon suite compte nombre ensemble
shall may must should would could can will not does did do has have had been being was were are is be it its this
that these those their there they them we our you your he she his her who which what when where how why and or but if
for of in on at to as by with from into a an the no so up out off
de du des le la les un une et ou mais au aux en dans par pour sur sous avec sans entre vers chez ce cet cette ces
son sa ses leur leurs mon ma mes notre nos votre vos qui que quoi dont est sont il elle ils elles on nous vous ne pas
plus moins se si l d qu n s c j m t y`);
