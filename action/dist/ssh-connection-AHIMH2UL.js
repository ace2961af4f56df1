import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-Z4D4QTNE.js";import"./chunk-DNIK6E3X.js";import"./chunk-DJVAX2EJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
