import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-6PIDBQMI.js";import"./chunk-TMCG23YE.js";import"./chunk-Q2QPRZJR.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
