import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-7LOJVPUC.js";import"./chunk-5IAKY4JT.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
