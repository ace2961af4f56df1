import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-U67UNP2V.js";import"./chunk-GB5AJVPN.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
