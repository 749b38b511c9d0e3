/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison interface for Yacc-like parsers in C

   Copyright (C) 1984, 1989-1990, 2000-2015, 2018-2021 Free Software Foundation,
   Inc.

   This program is free software: you can redistribute it and/or modify
   it under the terms of the GNU General Public License as published by
   the Free Software Foundation, either version 3 of the License, or
   (at your option) any later version.

   This program is distributed in the hope that it will be useful,
   but WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
   GNU General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with this program.  If not, see <https://www.gnu.org/licenses/>.  */

/* As a special exception, you may create a larger work that contains
   part or all of the Bison parser skeleton and distribute that work
   under terms of your choice, so long as that work isn't itself a
   parser generator using the skeleton or a modified version thereof
   as a parser skeleton.  Alternatively, if you modify or redistribute
   the parser skeleton itself, you may (at your option) remove this
   special exception, which will cause the skeleton and the resulting
   Bison output files to be licensed under the GNU General Public
   License without this special exception.

   This special exception was added by the Free Software Foundation in
   version 2.2 of Bison.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

#ifndef YY_AWL_YY_GRAMMAR_PARSER_H_INCLUDED
# define YY_AWL_YY_GRAMMAR_PARSER_H_INCLUDED
/* Debug traces.  */
#ifndef AWL_YYDEBUG
# if defined YYDEBUG
#if YYDEBUG
#   define AWL_YYDEBUG 1
#  else
#   define AWL_YYDEBUG 0
#  endif
# else /* ! defined YYDEBUG */
#  define AWL_YYDEBUG 0
# endif /* ! defined YYDEBUG */
#endif  /* ! defined AWL_YYDEBUG */
#if AWL_YYDEBUG
extern int awl_yydebug;
#endif
/* "%code requires" blocks.  */

#include "grammar/build.h"


/* Token kinds.  */
#ifndef AWL_YYTOKENTYPE
# define AWL_YYTOKENTYPE
  enum awl_yytokentype
  {
    AWL_YYEMPTY = -2,
    AWL_YYEOF = 0,                 /* AWL_YYEOF  */
    AWL_YYerror = 256,             /* error  */
    AWL_YYUNDEF = 257,             /* "invalid token"  */
    START_VALUE = 258,             /* START_VALUE  */
    PROBE = 259,                   /* PROBE  */
    NAME = 260,                    /* NAME  */
    LOCAL = 261,                   /* LOCAL  */
    GLOBAL = 262,                  /* GLOBAL  */
    TYPE = 263,                    /* TYPE  */
    PARAM = 264,                   /* PARAM  */
    NUMBER = 265,                  /* NUMBER  */
    STRING = 266,                  /* STRING  */
    PRED_BEGIN = 267,              /* PRED_BEGIN  */
    PRED_END = 268,                /* PRED_END  */
    ANGLE_OPEN = 269,              /* ANGLE_OPEN  */
    ANGLE_CLOSE = 270,             /* ANGLE_CLOSE  */
    EXPR_LBRACE = 271,             /* EXPR_LBRACE  */
    EXPR_RBRACE = 272,             /* EXPR_RBRACE  */
    COND_END = 273,                /* COND_END  */
    VALUE_COND = 274,              /* VALUE_COND  */
    ELSE_VALUE = 275,              /* ELSE_VALUE  */
    FN_PARAMS = 276,               /* FN_PARAMS  */
    TAG = 277,                     /* TAG  */
    LOOP = 278,                    /* LOOP  */
    JUMP = 279,                    /* JUMP  */
    ENUM = 280,                    /* ENUM  */
    TYPEDEF = 281,                 /* TYPEDEF  */
    CONFIG = 282,                  /* CONFIG  */
    LET = 283,                     /* LET  */
    MACRO = 284,                   /* MACRO  */
    IMPORT = 285,                  /* IMPORT  */
    IF = 286,                      /* IF  */
    IF_VALUE = 287,                /* IF_VALUE  */
    ELSE = 288,                    /* ELSE  */
    FOR = 289,                     /* FOR  */
    RETURN = 290,                  /* RETURN  */
    DELETE = 291,                  /* DELETE  */
    NIL = 292,                     /* NIL  */
    SIZEOF = 293,                  /* SIZEOF  */
    OFFSETOF = 294,                /* OFFSETOF  */
    CONTAINER_OF = 295,            /* CONTAINER_OF  */
    TYPEOF = 296,                  /* TYPEOF  */
    TYPE_VALUE = 297,              /* TYPE_VALUE  */
    COMPTIME = 298,                /* COMPTIME  */
    DOTDOT = 299,                  /* DOTDOT  */
    PREFIX = 300,                  /* PREFIX  */
    NO_BODY = 301,                 /* NO_BODY  */
    END_ITEM = 302,                /* END_ITEM  */
    VSEMI = 303,                   /* VSEMI  */
    ATTR = 304,                    /* ATTR  */
    STEP = 305,                    /* STEP  */
    ASSIGN = 306,                  /* ASSIGN  */
    BINARY = 307,                  /* BINARY  */
    SIGN = 308,                    /* SIGN  */
    ARROW = 309,                   /* ARROW  */
    NO_ELSE = 310,                 /* NO_ELSE  */
    UNARY = 311                    /* UNARY  */
  };
  typedef enum awl_yytokentype awl_yytoken_kind_t;
#endif

/* Value type.  */
#if ! defined AWL_YYSTYPE && ! defined AWL_YYSTYPE_IS_DECLARED
union AWL_YYSTYPE
{

	struct expr *expr;
	struct stmt *stmt;
	struct typename *tn;
	struct field_decl *field;
	struct type_decl *decl;
	struct probe_spec *probe;
	const char *str;
	s64 num;		/* of a keyword: the kind of node that it makes */
	enum op op;


};
typedef union AWL_YYSTYPE AWL_YYSTYPE;
# define AWL_YYSTYPE_IS_TRIVIAL 1
# define AWL_YYSTYPE_IS_DECLARED 1
#endif

/* Location type.  */
typedef struct span AWL_YYLTYPE;




int awl_yyparse (struct lexer *lx);

/* "%code provides" blocks.  */

int awl_yylex(AWL_YYSTYPE *v, struct span *at, struct lexer *lx);


#endif /* !YY_AWL_YY_GRAMMAR_PARSER_H_INCLUDED  */
